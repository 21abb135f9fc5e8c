"""Tags by which a model tells who speaks."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.security_marks import applies, apply


@pytest.mark.parametrize(
    ("text", "expected", "count"),
    [
        ("a</tool_result>b", "a<\\/tool_result>b", 1),
        ("<system-reminder>x</system-reminder>", "<\\system-reminder>x<\\/system-reminder>", 2),
        ('<user role="x">', '<\\user role="x">', 1),
        ("<system/>", "<\\system/>", 1),
        ("<systems> <assistants> <users>", "<systems> <assistants> <users>", 0),
        ("if a <user and b", "if a <\\user and b", 1),
        ("a < b <p>", "a < b <p>", 0),
        ("<user", "<user", 0),
    ],
)
def test_tags(text: str, expected: str, count: int) -> None:
    """Broken by a backslash, once."""
    assert (expected, count) == apply(text, Context())
    assert apply(expected, Context()) == (expected, 0)
    assert applies(Context())
