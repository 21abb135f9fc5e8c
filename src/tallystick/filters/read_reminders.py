"""Says of a reading what its text does not show: that the file is empty, ends before, or goes on.

Three mechanisms, of which at most one has something to say; `file_lines` is how many lines the whole file has. They
stand at the end of a chain, behind the range and the numbers.

Lengthens: by one line, where there is something to say.
"""

from __future__ import annotations

from tallystick.filters.marks import counted, remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context


class _Reminder:
    __slots__ = ("BUCKET", "KIND", "MECHANISM")

    def __init__(self, name: str) -> None:
        self.MECHANISM, self.BUCKET, self.KIND = name, "tool_result_reminder", "rewriter"


class Empty(_Reminder):
    """The file is there and holds nothing."""

    __slots__ = ()

    def applies(self, context: Context) -> bool:
        """Where the file is known to have no line."""
        return context.file_lines == 0

    def apply(self, text: str, context: Context) -> tuple[str, int]:
        """Return the reminder instead of nothing, and 1."""
        return (text, 0) if text else (remark("this file is empty"), 1)


class PastEnd(_Reminder):
    """The lines asked for lie behind the last one."""

    __slots__ = ()

    def applies(self, context: Context) -> bool:
        """Where the first line that was asked for is not there."""
        return context.file_lines is not None and context.offset > context.file_lines > 0

    def apply(self, text: str, context: Context) -> tuple[str, int]:
        """Return the reminder instead of nothing, and 1."""
        if text:
            return text, 0
        lines = counted(context.file_lines or 0, "lines")
        return remark(f"this file has {lines}; line {context.offset:,} is behind its end"), 1


class Truncated(_Reminder):
    """The file goes on behind what is shown."""

    __slots__ = ()

    def applies(self, context: Context) -> bool:
        """Where fewer lines were asked for than there are from the first of them on."""
        lines, rows = context.file_lines, context.rows
        return lines is not None and rows is not None and context.offset + rows - 1 < lines

    def apply(self, text: str, context: Context) -> tuple[str, int]:
        """Return the text with the reminder below it, and 1."""
        after = context.offset + (context.rows or 0)
        rest = (context.file_lines or 0) - after + 1
        mark = remark(f"{counted(rest, 'lines')} more, from line {after} on")
        feed = "" if text.endswith("\n") or not text else "\n"
        return (text, 0) if text.endswith(mark) else (f"{text}{feed}{mark}", 1)


PARTS = (Empty("read_empty"), PastEnd("read_offset_past_eof"), Truncated("read_truncated"))
