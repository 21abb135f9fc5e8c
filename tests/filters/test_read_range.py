"""Lines of a file from one on."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.read_range import applies, apply


@pytest.mark.parametrize(
    ("offset", "rows", "expected"),
    [
        (1, 2, "a\nb\n"),
        (2, 1, "b\n"),
        (2, None, "b\nc\nd"),
        (4, 5, "d"),
        (3, 9, "c\nd"),
        (5, 1, ""),
        (9, None, ""),
        (1, 0, ""),
        (1, 9, "a\nb\nc\nd"),
        (0, 1, "a\n"),
    ],
)
def test_lines(offset: int, rows: int | None, expected: str) -> None:
    """With their line feeds; behind the end there are none."""
    text = "a\nb\nc\nd"

    assert (expected, int(expected != text)) == apply(text, Context(offset=offset, rows=rows))


def test_whole_file() -> None:
    """Where no part was asked for."""
    assert not applies(Context())
    assert applies(Context(offset=2))
    assert applies(Context(rows=3))
