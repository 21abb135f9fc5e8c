"""The order of what a search found."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.search_order import applies, apply


@pytest.mark.parametrize(
    ("text", "expected", "moved"),
    [
        ("b.py:10:x\nb.py:9:y\na.py:1:z\n", "a.py:1:z\nb.py:9:y\nb.py:10:x\n", 2),
        ("b/x\na/x\n", "a/x\nb/x\n", 2),
        ("a/x\nb/x", "a/x\nb/x", 0),
        # the same line twice keeps its order
        ("a:1:y\na:1:x\n", "a:1:y\na:1:x\n", 0),
        # an order of their own
        ("b.py:2:x\n--\na.py:1:x\n", "b.py:2:x\n--\na.py:1:x\n", 0),
        ("b.py\n2:x\n\na.py\n1:x\n", "b.py\n2:x\n\na.py\n1:x\n", 0),
        ("Binary file b matches\na.py:1:x\n", "Binary file b matches\na.py:1:x\n", 0),
        ("b words\na words\n", "b words\na words\n", 0),
        ("", "", 0),
    ],
)
def test_order(text: str, expected: str, moved: int) -> None:
    """By path and by number."""
    assert (expected, moved) == apply(text, Context(tool="Grep"))


def test_searches_alone() -> None:
    """The host's tools and the shell's."""
    assert applies(Context(tool="Glob"))
    assert applies(Context(words=("rg", "x")))
    assert not applies(Context(words=("sort", "x")))
