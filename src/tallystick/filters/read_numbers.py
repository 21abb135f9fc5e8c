"""Writes its number before each line of a file, from the number of the first one on: six columns and a tab.

Lengthens: seven characters a line or more.

Edits lines: a number stands before each.

Not idempotent: numbers before numbers are what was asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "line_numbering"
BUCKET = "read_projection"
KIND = "rewriter"


def applies(context: Context) -> bool:
    """Always."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with its numbers, and how many lines it has."""
    if not text:
        return text, 0
    lines = text.split("\n")
    end = "\n" if not lines[-1] else ""
    if end:
        lines.pop()
    return "\n".join([f"{number:6}\t{line}" for number, line in enumerate(lines, context.offset)]) + end, len(lines)
