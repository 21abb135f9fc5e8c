"""Kinds of entries: the quick look at endings that were met before says what the closer one does."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tallystick.filters.digests.listing import _kind, _kinds

PARTS = ["a", "b.py", ".x", "/", " ", "drw", "dr-", ":", ".", "c.md", "..", "\t", "é.ts", "toolongending9", ".b c.py"]
LINES = st.lists(st.sampled_from(PARTS), max_size=5).map("".join)


@given(st.lists(LINES, max_size=30))
def test_every_line_has_the_kind_it_has_alone(lines: list[str]) -> None:
    """Whatever stood before it."""
    assert dict(Counter(map(_kind, lines))) == _kinds(lines)
