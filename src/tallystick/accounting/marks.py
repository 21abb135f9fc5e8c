"""Marks: acts of one kind, and whether one of them came between two acts of one thread.

Within a thread order is that of lines. Between threads it is that of intervals: an act runs from its call to its
result, and where two could overlap nothing is sure. What runs in the background, or was never answered, has no end.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from tallystick.model import event
from tallystick.model.history import UNKNOWN_TIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallystick.model.act import Act

# Whether something came between: not at all, perhaps, for sure.
NEVER, MAYBE, SURELY = range(3)

_BEFORE, _AFTER = -(1 << 62), 1 << 62
_NONE = _AFTER, _AFTER
_RUNS_ON = event.BACKGROUND | event.LEAVES_RUNNING


class Marks:
    """Acts of one kind, of all threads of a session."""

    __slots__ = ("_lasting", "_spans", "_threads")

    def __init__(self, acts: Iterable[Act]) -> None:
        self._threads: dict[int, list[int]] = {}
        self._lasting: dict[int, tuple[int, int]] = {}  # thread -> order and start of the first that may still run
        spans: dict[int, list[tuple[int, int]]] = {}
        for act in sorted(acts, key=lambda act: act.order):
            self._threads.setdefault(act.thread, []).append(act.order)
            spans.setdefault(act.thread, []).append(_span(act))
            if is_lasting(act):
                self._lasting.setdefault(act.thread, (act.order, _span(act)[0]))
        self._spans = {thread: _Spans(found) for thread, found in spans.items()}

    def between(self, first: Act, second: Act) -> int:
        """Say whether one of the acts came between two others of one thread."""
        found = NEVER
        orders = self._threads.get(second.thread, ())
        if bisect_left(orders, second.order) > bisect_right(orders, first.order):
            return SURELY
        if self._lasting.get(second.thread, _NONE)[0] < first.order:
            found = MAYBE
        for thread, spans in self._spans.items():
            if thread != second.thread:
                found = max(found, spans.between(first, second))
                if found == SURELY:
                    break
        return found

    def runs_on(self, act: Act) -> bool:
        """Say whether one of the acts began before another one and may go on still."""
        late = _span(act)[1]
        return any(
            order < act.order if thread == act.thread else start <= late
            for thread, (order, start) in self._lasting.items()
        )

    def before(self, act: Act) -> int:
        """Say whether one of the acts came before another one."""
        orders = self._threads.get(act.thread, ())
        if bisect_left(orders, act.order):
            return SURELY
        found = NEVER
        for thread, spans in self._spans.items():
            if thread != act.thread:
                found = max(found, spans.before(act))
        return found


class _Spans:
    """When the acts of one thread ran, ordered by their starts (ms)."""

    __slots__ = ("_first_end", "_last_end", "_starts")

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        spans.sort()
        self._starts = [start for start, _ in spans]
        self._last_end: list[int] = []  # of this one and all before it, the latest end
        latest = _BEFORE
        for _, end in spans:
            latest = max(latest, end)
            self._last_end.append(latest)
        self._first_end: list[int] = []  # of this one and all after it, the earliest end
        earliest = _AFTER
        for _, end in reversed(spans):
            earliest = min(earliest, end)
            self._first_end.append(earliest)
        self._first_end.reverse()

    def between(self, first: Act, second: Act) -> int:
        """Say whether one ran wholly between the first one's result and the second one's call, or could have."""
        early, late = _span(first), _span(second)
        within = bisect_right(self._starts, early[1])
        if within < len(self._starts) and self._first_end[within] < late[0]:
            return SURELY
        begun = bisect_right(self._starts, late[1])
        return MAYBE if begun and self._last_end[begun - 1] >= early[0] else NEVER

    def before(self, act: Act) -> int:
        """Say whether one ended before an act began, or could have."""
        start, end = _span(act)
        if self._first_end[0] < start:
            return SURELY
        return MAYBE if self._starts[0] <= end else NEVER


def is_lasting(act: Act) -> bool:
    """Say whether what an act started may go on after its result."""
    return bool((act.kind == event.COMMAND and act.call_flags & _RUNS_ON) or act.flags & event.LAUNCHED)


def _span(act: Act) -> tuple[int, int]:
    """Return when an act ran (ms); what is unknown is as wide as it could be."""
    start = _BEFORE if act.call_t == UNKNOWN_TIME else act.call_t
    if is_lasting(act) or act.t == UNKNOWN_TIME:
        return start, _AFTER
    return start, act.t
