"""Days, weeks, months and five-hour windows: which of them a quarter of an hour falls into, in a given zone.

Usage is kept by quarters (epoch seconds // 900) because every zone's offset is a whole number of them. The offset is
looked up for each quarter, so the days on which clocks change come out right. Five-hour windows are those of
`accounting.windows`; they may begin within a quarter, and what such a quarter holds is sorted by its exact time.
"""

from __future__ import annotations

from time import gmtime, localtime

from tallystick.accounting.windows import Windows
from tallystick.errors import UsageError
from tallystick.model.spending import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

QUARTER = 900  # seconds
NO_TIME = -1  # the quarter of a response without a time
NO_PERIOD = -100  # its period; no other is as early

DAILY, WEEKLY, MONTHLY, WINDOWS = PERIODS = ("day", "week", "month", "window")


class Zone:
    """A time zone: the offset from UTC, in seconds, at any moment; `name` is None for the machine's own zone."""

    __slots__ = ("_offset", "name")

    def __init__(self, name: str | None, offset: Callable[[int], int]) -> None:
        self.name = name
        self._offset = offset

    def offset(self, second: int) -> int:
        """Return the offset from UTC, in seconds, at an epoch second."""
        return self._offset(second)

    def day(self, q: int) -> int:
        """Return the calendar day, counted from 1970-01-01, of a quarter."""
        second = q * QUARTER
        return (second + self._offset(second)) // 86400

    def start(self, day: int) -> int:
        """Return the first quarter of a calendar day, also where the clocks skip its midnight."""
        q = (day * 86400 - self._offset(day * 86400)) // QUARTER
        while self.day(q) >= day:
            q -= 1
        while self.day(q) < day:
            q += 1
        return q


def find_zone(name: str | None) -> Zone:
    """Return the zone of that IANA name, the machine's own for None; UsageError for a name that is none."""
    if name is None:
        return Zone(None, _local_offset)
    if name.upper() in {"UTC", "Z"}:
        return Zone("UTC", lambda _: 0)
    from datetime import UTC, datetime
    from zoneinfo import ZoneInfo

    try:
        zone = ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise UsageError(f"{name[:60]!r} is no time zone this machine knows; write one like Europe/Berlin") from None

    def offset(second: int) -> int:
        away = datetime.fromtimestamp(second, UTC).astimezone(zone).utcoffset()
        return 0 if away is None else away.days * 86400 + away.seconds

    return Zone(name, offset)


def _local_offset(second: int) -> int:
    return localtime(second).tm_gmtoff


class Calendar:
    """Sorts time into the periods of one kind. A period's number is its day, or of a window the second it begins."""

    __slots__ = ("_kind", "windows", "zone")

    def __init__(self, kind: str, zone: Zone, windows: Windows | None = None) -> None:
        self._kind = kind
        self.zone = zone
        self.windows = windows or Windows()

    def period(self, q: int) -> int:
        """Return the period in which a quarter begins."""
        if q < 0:
            return NO_PERIOD
        if self._kind == WINDOWS:
            return self.windows.at(q * QUARTER).start
        day = self.zone.day(q)
        if self._kind == WEEKLY:
            return day - (day + 3) % 7  # 1970-01-01 was a Thursday; ISO weeks begin on Monday
        if self._kind == MONTHLY:
            return day - gmtime(day * 86400).tm_mday + 1
        return day

    def period_at(self, ms: int) -> int:
        """Return the period of a moment (epoch ms, negative: unknown)."""
        if ms >= 0 and self._kind == WINDOWS:
            return self.windows.at(ms // 1000).start
        return self.period(ms // (QUARTER * 1000))

    def end(self, period: int) -> int:
        """Return the first quarter that begins after a period."""
        if self._kind == WINDOWS:
            return -(-self.windows.at(period).end // QUARTER)
        if self._kind == MONTHLY:
            later = period + 31
            return self.zone.start(later - gmtime(later * 86400).tm_mday + 1)
        return self.zone.start(period + (7 if self._kind == WEEKLY else 1))

    def key(self, period: int) -> str:
        """Return a period's name: 2026-01-15, 2026-W03, 2026-01, or when a window began, with its offset from UTC."""
        if period == NO_PERIOD:
            return UNKNOWN
        if self._kind == WINDOWS:
            return moment(period, self.zone, offset=True)
        if self._kind == WEEKLY:
            thursday = gmtime((period + 3) * 86400)  # a week belongs to the year of its Thursday
            return f"{thursday.tm_year:04}-W{(thursday.tm_yday + 6) // 7:02}"
        first = gmtime(period * 86400)
        month = f"{first.tm_year:04}-{first.tm_mon:02}"
        return month if self._kind == MONTHLY else f"{month}-{first.tm_mday:02}"

    def cuts(self, first: int, last: int) -> list[int]:
        """Return the first quarter of each period from the one that holds `first` to the one that holds `last`."""
        period = self.period(first)
        cuts = [-(-period // QUARTER) if self._kind == WINDOWS else self.zone.start(period)]
        while (after := self.end(period)) <= last:
            cuts.append(after)
            period = self.period(after)
        return cuts

    def split(self, first: int, last: int) -> list[int]:
        """Return the quarters from `first` to `last` within which a period begins: their sums tell of no one period."""
        return self.windows.split(first, last) if self._kind == WINDOWS else []


def moment(second: int, zone: Zone, *, offset: bool = False) -> str:
    """Return an epoch second as "2026-01-15 13:00" in the zone, or with its offset as "2026-01-15T13:00+01:00"."""
    away = zone.offset(second)
    there = gmtime(second + away)
    day = f"{there.tm_year:04}-{there.tm_mon:02}-{there.tm_mday:02}"
    clock = f"{there.tm_hour:02}:{there.tm_min:02}"
    if not offset:
        return f"{day} {clock}"
    minutes = abs(away) // 60
    return f"{day}T{clock}{'-' if away < 0 else '+'}{minutes // 60:02}:{minutes % 60:02}"


def iso(ms: int | None) -> str | None:
    """Return a moment (epoch ms) as "2026-01-15T12:00:00Z"; unknown stays None."""
    if ms is None:
        return None
    there = gmtime(ms // 1000)
    day = f"{there.tm_year:04}-{there.tm_mon:02}-{there.tm_mday:02}"
    return f"{day}T{there.tm_hour:02}:{there.tm_min:02}:{there.tm_sec:02}Z"
