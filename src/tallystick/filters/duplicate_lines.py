"""Leaves one line where the same line stands several times in a row, with its number: `line [×3]`.

Blank lines, and lines that bear such a number already, are left alone; so are runs too short for the mark to pay.
"""

from __future__ import annotations

from tallystick.filters.marks import TIMES, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "collapse_duplicate_lines"
BUCKET = "tool_output_filter"
KIND = "reducer"


def applies(context: Context) -> bool:
    """Where a program speaks of its work: content that was asked for stays as it is."""
    return not context.is_content


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with one line for each run of the same line, and the number of runs."""
    lines = text.split("\n")
    runs = _runs(lines)
    if not runs:
        return text, 0
    kept: list[str] = []
    done = 0
    for begin, end in runs:
        kept += lines[done:begin]
        kept.append(times(lines[begin], end - begin))
        done = end
    return "\n".join(kept + lines[done:]), len(runs)


def _runs(lines: list[str]) -> list[tuple[int, int]]:
    """Where runs begin and end for which a mark pays."""
    found = []
    begin, first = 0, lines[0]
    for at, line in enumerate(lines):
        if line != first:
            if at - begin > 1 and _pays(first, at - begin):
                found.append((begin, at))
            begin, first = at, line
    if len(lines) - begin > 1 and _pays(first, len(lines) - begin):
        found.append((begin, len(lines)))
    return found


def _pays(line: str, count: int) -> bool:
    """Whether the mark, which is ASCII but for one sign of two bytes, is shorter than what it stands for."""
    if not line or line.isspace() or TIMES in line:
        return False
    return (len(line) + 1) * (count - 1) > len(TIMES) + 1 + len(f"{count:,}") + 1
