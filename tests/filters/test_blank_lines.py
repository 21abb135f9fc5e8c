"""Blank lines: one stands for several."""

from __future__ import annotations

import pytest

from tallystick.filters.blank_lines import apply
from tallystick.filters.context import Context


@pytest.mark.parametrize(
    ("text", "expected", "count"),
    [
        ("a\n\n\n\nb\n", "a\n\nb\n", 1),
        ("a\n\nb\n", "a\n\nb\n", 0),
        ("\n\n\na\n\n\n", "\na\n\n", 2),
        ("a\n  \n\t\n\nb", "a\n  \nb", 1),
        ("a\r\n\r\n\r\nb\r\n", "a\r\n\r\nb\r\n", 1),
        ("", "", 0),
        ("\n", "\n", 0),
    ],
)
def test_blank(text: str, expected: str, count: int) -> None:
    """The first line of each run stays, with the spaces it has; the end of the text is no blank line."""
    assert (expected, count) == apply(text, Context())
