"""Leaves one blank line where several stand in a row. What goes holds nothing, so there is no mark."""

from __future__ import annotations

from tallystick.filters.marks import shorter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "collapse_blank_lines"
BUCKET = "tool_output_filter"
KIND = "reducer"


def applies(context: Context) -> bool:
    """Where a program speaks of its work: content that was asked for stays as it is."""
    return not context.is_content


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with one blank line for each run of them, and the number of runs."""
    lines = text.split("\n")
    end = [lines.pop()] if not lines[-1] else []
    kept: list[str] = []
    count = blank = 0
    for line in lines:
        if line and not line.isspace():
            blank = 0
        else:
            blank += 1
            if blank > 1:
                count += blank == 2
                continue
        kept.append(line)
    return shorter(text, "\n".join(kept + end), count) if count else (text, 0)
