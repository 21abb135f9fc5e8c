"""Marks: what they say, that they are known as ours, and what a reducer may return."""

from __future__ import annotations

from tallystick.filters.marks import is_marked, left_out, shorter, size, times


def test_words() -> None:
    """A count with separators, the singular for one, the way to the whole text where there is one."""
    assert left_out(1, "lines") == "[... 1 line left out]"
    assert left_out(1234, "passed tests") == "[... 1,234 passed tests left out]"
    assert left_out(2, "lines", recover="less out.log") == "[... 2 lines left out; all of it: less out.log]"
    assert times("ok", 12) == "ok [×12]"


def test_known() -> None:
    """A line of ours is told from a tool's."""
    assert is_marked(left_out(3, "frames"))
    assert is_marked(times("ok", 3))
    assert is_marked("[digest] 3 passed")
    assert not is_marked("[ 50%] Building C object [1/3]...")


def test_size_counts_bytes() -> None:
    """UTF-8 bytes; a lone surrogate takes three, as it would if it could be written."""
    assert (1, 2, 3, 3, 4) == tuple(map(size, ("a", "é", "×\x00"[:1] + "a", "\ud800", "😀")))


def test_shorter() -> None:
    """The new text only where it is longer in neither measure and not the same."""
    assert shorter("aaaa", "aa", 0) == ("aa", 1)
    assert shorter("aa", "aa", 3) == ("aa", 0)
    assert shorter("aa", "×", 1) == ("×", 1)  # two bytes for two
    assert shorter("aa", "××", 1) == ("aa", 0)  # four bytes for two
    assert shorter("a", "aa", 1) == ("a", 0)
