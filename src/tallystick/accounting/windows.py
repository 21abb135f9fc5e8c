"""Five-hour windows: the official ones where their reset was recorded, a fixed grid elsewhere; no moment is in two.

The status line is told when the plan's window resets, and notes it. Such a window began five hours before its reset and
is called official. It ends at its reset, or where the next official one begins: a plan that was reset early and two
accounts in turn both look like that. What no official window covers lies on a grid of five hours, an approximation,
cut where an official window begins or ends. All in epoch seconds.
"""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LENGTH = 18_000  # seconds
QUARTER = 900
# Resets that are told within so many seconds are one: the client's values wobble, and clocks are read at both ends.
WOBBLE = 300
_MINUTE = 60


class Reading:
    """What one line of the limits says of one allowance: when it was read, how much was used (percent), its reset."""

    __slots__ = ("read_s", "resets_s", "used")

    def __init__(self, read_s: int, used: float, resets_s: float) -> None:
        self.read_s = read_s
        self.used = used
        self.resets_s = resets_s


class Window:
    """A stretch of time; `start` is in it, `end` is not."""

    __slots__ = ("end", "is_official", "start")

    def __init__(self, start: int, end: int, *, is_official: bool) -> None:
        self.start = start
        self.end = end
        self.is_official = is_official


def settle(readings: Iterable[Reading], resets: Iterable[int] = ()) -> list[int]:
    """Return the distinct resets of the five-hour allowance, in order, given those that are settled already.

    A reset that wobbles by less than five minutes is the one that was told first, on its nearest minute: later readings
    move no window. A reset further away than five hours is none; a reading after the reset is an old one, still true.
    """
    found = sorted(resets)
    for one in readings:
        if one.resets_s - one.read_s > LENGTH + WOBBLE:
            continue
        reset = int(one.resets_s + _MINUTE / 2) // _MINUTE * _MINUTE
        at = bisect_right(found, reset)
        if all(abs(reset - near) > WOBBLE for near in found[max(at - 1, 0) : at + 1]):
            found.insert(at, reset)
    return found


class Windows:
    """Every window: `resets` are the ends of the official ones, `offset` (quarters) is where the grid begins."""

    __slots__ = ("_offset", "_starts")

    def __init__(self, resets: Iterable[int] = (), offset: int = 4) -> None:
        self._starts = sorted(reset - LENGTH for reset in resets)
        self._offset = offset * QUARTER

    @property
    def has_official(self) -> bool:
        """Whether any window is official."""
        return bool(self._starts)

    def at(self, second: int) -> Window:
        """Return the window of a moment."""
        place = bisect_right(self._starts, second)
        before = self._starts[place - 1] if place else None
        after = self._starts[place] if place < len(self._starts) else None
        if before is not None and second < before + LENGTH:
            return Window(before, _earlier(before + LENGTH, after), is_official=True)
        start = second - (second - self._offset) % LENGTH
        end = _earlier(start + LENGTH, after)
        return Window(start if before is None else max(start, before + LENGTH), end, is_official=False)

    def split(self, first: int, last: int) -> list[int]:
        """Return the quarters of an hour from `first` to `last` within which a window begins or ends."""
        found: set[int] = set()
        for place, start in enumerate(self._starts):
            after = self._starts[place + 1] if place + 1 < len(self._starts) else None
            found.update(bound // QUARTER for bound in (start, _earlier(start + LENGTH, after)) if bound % QUARTER)
        return sorted(q for q in found if first <= q <= last)


def _earlier(end: int, limit: int | None) -> int:
    return end if limit is None else min(end, limit)
