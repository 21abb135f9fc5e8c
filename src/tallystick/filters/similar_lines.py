"""In a long text most of whose lines have one shape, leaves the first and the last of each run of them.

A line's shape is what is left without its letters, digits and spaces: `2026-01-15 12:00:07 GET /kiln/17 200` and the
next thousand lines of a log have one; a line of words alone has none. A shape counts only if more than half of the
lines have it. A line that speaks of a failure ends a run and stays. A text that bears such a mark is not collapsed
again.
"""

from __future__ import annotations

from tallystick.filters.failures import is_failure, signs_in
from tallystick.filters.marks import left_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "collapse_similar_lines"
BUCKET = "tool_output_filter"
KIND = "reducer"

_WHAT = "similar lines"
_NONE = dict.fromkeys(map(ord, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 \t\r"))
_FEWEST = 10  # lines that are not blank: fewer are no bulk


def applies(context: Context) -> bool:
    """Always: it depends on the length of the text."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with the ends of each run, and the number of runs."""
    if len(text) <= context.limits.similar_chars or f" {_WHAT} left out" in text:
        return text, 0
    lines = text.split("\n")
    shapes = text.translate(_NONE).split("\n") if text.isascii() else [_shape(line) for line in lines]
    bulk = _bulk(lines, shapes)
    if bulk is None:
        return text, 0
    signs = signs_in(text)
    kept: list[str] = []
    count = begin = 0
    for at, shape in enumerate([*shapes, None]):
        if at < len(lines) and shape == bulk and not is_failure(lines[at], signs):
            continue
        run = lines[begin:at]
        mark = left_out(len(run) - 2, _WHAT)
        if len(run) > 2 and sum(map(len, run[1:-1])) + len(run) - 3 > len(mark):
            run = [run[0], mark, run[-1]]
            count += 1
        kept += run
        kept += lines[at : at + 1]
        begin = at + 1
    return ("\n".join(kept), count) if count else (text, 0)


def _shape(line: str) -> str:
    if line.isascii():
        return line.translate(_NONE)
    return "".join([letter for letter in line if not letter.isalnum() and letter not in " \t\r"])


def _bulk(lines: list[str], shapes: list[str]) -> str | None:
    """The shape that more than half of the lines have that are not blank, or none."""
    counts: dict[str, int] = {}
    written = 0
    for line, shape in zip(lines, shapes, strict=True):
        if shape:
            written += 1
            counts[shape] = counts.get(shape, 0) + 1
        elif line and not line.isspace():
            written += 1
    if written < _FEWEST or not counts:
        return None
    shape = max(counts, key=counts.__getitem__)
    return shape if counts[shape] * 2 > written else None
