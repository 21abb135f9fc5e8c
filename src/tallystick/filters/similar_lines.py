"""In a long text most of whose lines have one shape, leaves the first and the last of each run of them.

A line's shape is its punctuation of ASCII: `2026-01-15 12:00:07 GET /kiln/17 200` and the
next thousand lines of a log have one; a line of words alone has none. A shape counts only if more than half of the
lines have it. A line that speaks of a failure ends a run and stays. A text that bears such a mark is not collapsed
again.
"""

from __future__ import annotations

from tallystick.filters.failures import failing_lines
from tallystick.filters.marks import left_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "collapse_similar_lines"
BUCKET = "tool_output_filter"
KIND = "reducer"

_WHAT = "similar lines"
# all but the punctuation of ASCII; `?` is what any other character becomes
_NONE = bytes(code for code in range(256) if code > 127 or chr(code).isalnum() or chr(code) in " \t\r?")
_FEWEST = 10  # lines that are not blank: fewer are no bulk


def applies(context: Context) -> bool:
    """Where a program speaks of its work: content that was asked for stays as it is."""
    return not context.is_content


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with the ends of each run, and the number of runs."""
    if len(text) <= context.limits.similar_chars or f" {_WHAT} left out" in text:
        return text, 0
    lines = text.split("\n")
    shapes = text.encode("latin-1", "replace").translate(None, _NONE).split(b"\n")
    bulk = _bulk(lines, shapes)
    if bulk is None:
        return text, 0
    failing = failing_lines(text)
    kept: list[str] = []
    count = done = begin = 0
    for at in [at for at, shape in enumerate(shapes) if shape != bulk or at in failing] + [len(lines)]:
        if at - begin > 2:
            mark = left_out(at - begin - 2, _WHAT)
            if sum(map(len, lines[begin + 1 : at - 1])) + at - begin - 3 > len(mark):
                kept += [*lines[done : begin + 1], mark]
                done = at - 1
                count += 1
        begin = at + 1
    return ("\n".join(kept + lines[done:]), count) if count else (text, 0)


def _bulk(lines: list[str], shapes: list[bytes]) -> bytes | None:
    """The shape that more than half of the lines have that are not blank, or none."""
    counts: dict[bytes, int] = {}
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
