"""Cuts a text that is longer than its bound to its head and its tail, on whole lines, and keeps failures from between.

Two fifths of what is kept are head. A fifth of the bound is for lines of the middle that speak of a failure, from the
first on. Each gap says how many lines it held, the first how to get the whole text. Where one line is longer than there
is room it is cut between two characters, and the gap says how many of them went.
"""

from __future__ import annotations

from tallystick.filters.cuts import head_end, is_line, tail_begin
from tallystick.filters.failures import failing
from tallystick.filters.marks import left_out, shorter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "head_tail_truncation"
BUCKET = "truncate_output"
KIND = "reducer"

_MARK = 48  # characters of a mark without what `recover` says, of which the first mark of a text is the only one
_FEWEST = 400  # characters: a shorter bound would leave marks and nothing else


def applies(context: Context) -> bool:
    """Where there is a bound worth having."""
    return context.limits.max_chars >= _FEWEST


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text within its bound, and the number of gaps."""
    bound = context.limits.max_chars
    if len(text) <= bound:
        return text, 0
    usable = bound - 2 * _MARK - len(context.recover)
    if usable < _FEWEST // 4:
        return text, 0
    spared = bound // 5
    kept = _between(text, usable, spared, context)
    if kept is None:
        kept = _ends(text, usable, context)
    return shorter(text, kept[0], kept[1])


def _between(text: str, usable: int, spared: int, context: Context) -> tuple[str, int] | None:
    """The text with the failures of its middle, or none where the middle has none."""
    room = usable - spared
    head = head_end(text, room * context.limits.head_percent // 100)
    tail = tail_begin(text, room - head)
    if not (is_line(text, head) and is_line(text, tail)):
        return None  # a line is cut: what lies between is no whole lines
    lines: list[tuple[int, int]] = []
    for begin, end in failing(text[head:tail]):
        cost = end - begin + _MARK
        if cost > spared:
            break
        spared -= cost
        lines.append((head + begin, head + end))
    if not lines:
        return None
    parts = [text[:head]]
    count, at = 0, head
    for begin, end in [*lines, (tail, tail)]:
        gap = _gap(text, at, begin, "" if count else context.recover)
        if begin - at > len(gap):
            parts.append(gap)
            count += 1
        else:  # to say that a short line is missing takes more than the line
            parts.append(text[at:begin])
        parts.append(text[begin:end])
        at = end
    return ("".join([*parts, text[tail:]]), count) if count else None


def _ends(text: str, usable: int, context: Context) -> tuple[str, int]:
    """The text's head and tail and one gap."""
    head = head_end(text, usable * context.limits.head_percent // 100)
    tail = tail_begin(text, usable - head)
    return f"{text[:head]}{_gap(text, head, tail, context.recover)}{text[tail:]}", 1


def _gap(text: str, begin: int, end: int, recover: str) -> str:
    """What stands for a gap: whole lines are counted as lines, and a line that is cut in characters."""
    if is_line(text, begin) and is_line(text, end):
        return left_out(text.count("\n", begin, end), "lines", recover=recover) + "\n"
    return left_out(end - begin, "characters", recover=recover) + "\n" * is_line(text, end)
