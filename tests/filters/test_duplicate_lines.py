"""The same line several times in a row."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.duplicate_lines import apply


@pytest.mark.parametrize(
    ("text", "expected", "count"),
    [
        ("waiting\nwaiting\nwaiting\n", "waiting [×3]\n", 1),
        # two of them: 1 x (4 + 1) characters go, the mark takes 6 bytes; with 6 characters it pays
        ("wait\nwait\n", "wait\nwait\n", 0),
        ("waits.\nwaits.\n", "waits. [×2]\n", 1),
        ("ab\n" * 4, "ab [×4]\n", 1),  # 3 x 3 = 9 characters for 6 bytes
        ("waiting\r\n" * 3, "waiting [×3]\r\n", 1),
        ("waiting\nreading\nwaiting\n", "waiting\nreading\nwaiting\n", 0),
        ("\n\n\n\n\n\n\n\n", "\n\n\n\n\n\n\n\n", 0),
        ("waiting [×3]\nwaiting [×3]\n", "waiting [×3]\nwaiting [×3]\n", 0),
        ("waiting\nwaiting\nwaiting [×2]\n", "waiting [×2]\nwaiting [×2]\n", 1),
        ("waiting\n" * 1200 + "end", "waiting [×1,200]\nend", 1),
        ("waiting\nwaiting", "waiting [×2]", 1),
    ],
)
def test_duplicates(text: str, expected: str, count: int) -> None:
    """One line and its number where that pays."""
    assert (expected, count) == apply(text, Context())
