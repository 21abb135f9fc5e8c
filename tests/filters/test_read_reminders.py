"""What a reading does not show."""

from __future__ import annotations

from tallystick.filters.context import Context
from tallystick.filters.pipeline import shorten, steps
from tallystick.filters.read_reminders import PARTS


def said(text: str, context: Context) -> list[str]:
    """What each reminder that applies makes of a text."""
    return [part.apply(text, context)[0] for part in PARTS if part.applies(context)]


def test_empty() -> None:
    """A file without lines."""
    assert said("", Context(file_lines=0)) == ["[... this file is empty]"]


def test_past_end() -> None:
    """A first line behind the last one."""
    assert said("", Context(file_lines=1, offset=2)) == ["[... this file has 1 line; line 2 is behind its end]"]
    assert said("x", Context(file_lines=1, offset=2)) == ["x"]


def test_truncated() -> None:
    """Lines that follow, and from which one on; said once."""
    context = Context(file_lines=12, offset=3, rows=4)
    assert said("a\n", context) == ["a\n[... 6 lines more, from line 7 on]"]
    assert said("a\n[... 6 lines more, from line 7 on]", context) == ["a\n[... 6 lines more, from line 7 on]"]
    assert said("a\n", Context(file_lines=6, offset=3, rows=4)) == []


def test_nothing_known() -> None:
    """Without the length of the file nothing can be said."""
    assert said("", Context(offset=9, rows=4)) == []


def test_chain() -> None:
    """Range, numbers and reminder, in this order, make one chain."""
    context = Context(file_lines=3, offset=2, rows=1)

    assert [step.mechanism for step in steps("a\nb\nc\n", context, "read")] == [
        "range_selection",
        "line_numbering",
        "read_truncated",
    ]
    assert shorten("a\nb\nc\n", context, "read") == "     2\tb\n[... 1 line more, from line 3 on]"
