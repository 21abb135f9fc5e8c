"""Numbers before lines."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.filters.read_numbers import applies, apply


def test_numbers() -> None:
    """Six columns and a tab, from the number of the first line on; the end of a text is no line."""
    assert apply("a\n\nb\n", Context(offset=9)) == ("     9\ta\n    10\t\n    11\tb\n", 3)
    assert apply("a", Context()) == ("     1\ta", 1)
    assert apply("", Context()) == ("", 0)
    assert applies(Context())
