"""Periods: which day, week, month or window a quarter of an hour is in, and where each begins."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.periods import NO_PERIOD, Calendar, Zone, find_zone, iso, moment
from tallystick.accounting.windows import Windows
from tallystick.errors import UsageError

NAMES = [
    "UTC",
    "America/Denver",
    "Europe/Berlin",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Asia/Beirut",
]
QUARTERS = st.integers(0, 2**31 // 900)
SOME_ZONES = st.sampled_from(NAMES).map(find_zone)


def quarter(text: str) -> int:
    """The quarter of an hour that holds a moment."""
    return int(datetime.fromisoformat(text).timestamp()) // 900


@pytest.mark.parametrize(
    ("kind", "zone", "when", "expected"),
    [
        ("day", "America/Denver", "2026-01-15T02:00Z", "2026-01-14"),  # evening work belongs to its evening
        ("day", "UTC", "2026-01-15T02:00Z", "2026-01-15"),
        ("day", "utc", "2026-01-15T02:00Z", "2026-01-15"),
        ("day", "Asia/Kathmandu", "2026-01-15T18:14Z", "2026-01-15"),  # +05:45: midnight is at 18:15Z
        ("day", "Asia/Kathmandu", "2026-01-15T18:15Z", "2026-01-16"),
        # Clocks go forward at 01:00Z and back at 01:00Z in Berlin: those days have 23 and 25 hours.
        ("day", "Europe/Berlin", "2026-03-28T22:59Z", "2026-03-28"),
        ("day", "Europe/Berlin", "2026-03-28T23:00Z", "2026-03-29"),
        ("day", "Europe/Berlin", "2026-03-29T21:59Z", "2026-03-29"),
        ("day", "Europe/Berlin", "2026-03-29T22:00Z", "2026-03-30"),
        ("day", "Europe/Berlin", "2026-10-25T22:59Z", "2026-10-25"),
        ("day", "Europe/Berlin", "2026-10-25T23:00Z", "2026-10-26"),
        ("week", "UTC", "2026-01-15T02:00Z", "2026-W03"),
        ("week", "UTC", "2026-01-18T23:59Z", "2026-W03"),  # Sunday
        ("week", "UTC", "2026-01-19T00:00Z", "2026-W04"),  # Monday
        ("week", "UTC", "2027-01-01T00:00Z", "2026-W53"),  # a Friday: the week has more of 2026
        ("week", "UTC", "2024-12-30T00:00Z", "2025-W01"),
        ("month", "UTC", "2026-02-28T23:59Z", "2026-02"),
        ("month", "Europe/Berlin", "2026-02-28T23:00Z", "2026-03"),
        # 1768478400 is noon of 2026-01-15; 1768478400 - 3600 = 98248 * 18000 + 10800: three hours into a window.
        ("window", "UTC", "2026-01-15T12:00Z", "2026-01-15T09:00+00:00"),
        ("window", "UTC", "2026-01-15T13:59Z", "2026-01-15T09:00+00:00"),
        ("window", "UTC", "2026-01-15T14:00Z", "2026-01-15T14:00+00:00"),
        ("window", "America/Denver", "2026-01-15T12:00Z", "2026-01-15T02:00-07:00"),
        ("window", "Asia/Kathmandu", "2026-01-15T12:00Z", "2026-01-15T14:45+05:45"),
    ],
)
def test_key(kind: str, zone: str, when: str, expected: str) -> None:
    """A moment is filed under the calendar of the zone, or under the fixed grid of windows."""
    calendar = Calendar(kind, find_zone(zone))

    assert expected == calendar.key(calendar.period(quarter(when)))


@pytest.mark.parametrize("kind", ["day", "week", "month", "window"])
def test_no_time(kind: str) -> None:
    """A response without a time is in no period, and that is said."""
    calendar = Calendar(kind, find_zone("UTC"))

    assert calendar.period(-1) == NO_PERIOD
    assert calendar.period_at(-1) == NO_PERIOD
    assert calendar.key(NO_PERIOD) == "unknown"


def test_moments_are_sorted_by_the_millisecond() -> None:
    """A moment's period is its quarter's, but for windows, which may begin within one."""
    calendar = Calendar("window", find_zone("UTC"), Windows([1768478460]))  # ends at 12:01
    noon = 1768478400

    assert [calendar.period_at(ms) - noon for ms in (noon * 1000, noon * 1000 + 59_999)] == [60 - 18000] * 2
    assert calendar.period_at(noon * 1000 + 60_000) == noon + 60
    assert Calendar("day", find_zone("UTC")).period_at(noon * 1000) == noon // 86400


def test_grid_can_be_moved() -> None:
    """The offset of the window grid is a setting, here none: multiples of five hours of the epoch."""
    calendar = Calendar("window", find_zone("UTC"), Windows(offset=0))

    # 1768478400 = 98248 * 18000 + 14400, so the window began four hours before noon.
    assert calendar.key(calendar.period(quarter("2026-01-15T12:00Z"))) == "2026-01-15T08:00+00:00"


@given(QUARTERS, st.sampled_from(NAMES))
def test_days_are_those_of_the_standard_library(q: int, name: str) -> None:
    """Day, week and month equal what zoneinfo and datetime say, all year and in every kind of zone."""
    there = datetime.fromtimestamp(q * 900, UTC).astimezone(ZoneInfo(name)).date()
    zone = find_zone(name)
    year, week, _ = there.isocalendar()

    assert there == date(1970, 1, 1) + timedelta(days=zone.day(q))
    for kind, expected in (("day", str(there)), ("week", f"{year}-W{week:02}"), ("month", f"{there:%Y-%m}")):
        calendar = Calendar(kind, zone)
        assert expected == calendar.key(calendar.period(q))


@given(QUARTERS, SOME_ZONES)
def test_start_of_a_day(q: int, zone: Zone) -> None:
    """A day starts at the first quarter that belongs to it."""
    start = zone.start(zone.day(q))

    assert start <= q
    assert zone.day(start) == zone.day(q) > zone.day(start - 1)


def test_a_day_without_midnight() -> None:
    """Where clocks skip midnight (Beirut, 2025-03-30) the day starts at one o'clock; a skipped day is the next one."""
    assert find_zone("Asia/Beirut").start((date(2025, 3, 30) - date(1970, 1, 1)).days) == quarter("2025-03-29T22:00Z")
    # Samoa had no 2011-12-30.
    apia = find_zone("Pacific/Apia")
    assert apia.start((date(2011, 12, 30) - date(1970, 1, 1)).days) == quarter("2011-12-30T10:00Z")
    assert Calendar("day", apia).key(apia.day(quarter("2011-12-30T10:00Z"))) == "2011-12-31"


@given(
    st.integers(96 * 40, 2**31 // 900),
    st.integers(0, 96 * 70),
    SOME_ZONES,
    st.sampled_from(["day", "week", "month", "window"]),
)
def test_cuts_part_the_time(first: int, length: int, zone: Zone, kind: str) -> None:
    """Cuts are where the period changes between two quarters, and nowhere else."""
    calendar = Calendar(kind, zone)
    last = first + length

    cuts = calendar.cuts(first, last)

    assert cuts[0] <= first
    assert calendar.split(first, last) == []
    assert calendar.period(cuts[0]) == calendar.period(first)
    changes = [q for q in range(first + 1, last + 1) if calendar.period(q) != calendar.period(q - 1)]
    assert changes == [q for q in cuts[1:] if q > first]


def test_own_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a name the machine's zone counts, winter and summer."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    zone = find_zone(None)

    assert zone.name is None
    assert zone.offset(quarter("2026-01-15T12:00Z") * 900) == 3600
    assert zone.offset(quarter("2026-07-15T12:00Z") * 900) == 7200


@pytest.mark.parametrize("name", ["Europe/Atlantis", "../etc/passwd", "", "Europe", "a\0b"])
def test_no_such_zone(name: str) -> None:
    """A name that is no zone is bad usage; nothing outside the zone database is opened for it."""
    with pytest.raises(UsageError) as raised:
        find_zone(name)

    assert str(raised.value) == f"{name!r} is no time zone this machine knows; write one like Europe/Berlin"


def test_moment() -> None:
    """A moment is shown by the zone's clocks, with the offset where it is for machines."""
    second = quarter("2026-01-15T12:00Z") * 900

    assert moment(second, find_zone("Europe/Berlin")) == "2026-01-15 13:00"
    assert moment(second, find_zone("America/St_Johns"), offset=True) == "2026-01-15T08:30-03:30"


def test_iso() -> None:
    """Machines get UTC to the second; unknown stays unknown."""
    assert iso(quarter("2026-01-15T12:00Z") * 900_000 + 61_999) == "2026-01-15T12:01:01Z"
    assert iso(None) is None
