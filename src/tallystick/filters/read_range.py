"""Leaves of a file the lines that were asked for: so many (`rows`) from one on (`offset`, from 1).

What stands before and behind is not counted here: the reminder of a cut reading says it.

Not idempotent: line 10 of a text is not line 10 of its tenth line and the next.
"""

from __future__ import annotations

from tallystick.filters.marks import shorter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "range_selection"
BUCKET = "read_projection"
KIND = "reducer"


def applies(context: Context) -> bool:
    """Where a part was asked for."""
    return context.offset > 1 or context.rows is not None


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the lines asked for, with their line feeds, and 1."""
    begin = 0
    for _ in range(context.offset - 1):
        begin = text.find("\n", begin) + 1
        if not begin:
            return shorter(text, "", 1)
    if context.rows is None:
        return shorter(text, text[begin:], 1)
    end = begin
    for _ in range(context.rows):
        end = text.find("\n", end) + 1
        if not end:
            return shorter(text, text[begin:], 1)
    return shorter(text, text[begin:end], 1)
