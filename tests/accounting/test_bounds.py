"""Bounds: what may be written for --since and --until, and the moment that is meant."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.bounds import since_ms, split, until_ms
from tallystick.accounting.periods import find_zone
from tallystick.errors import UsageError


def at(text: str) -> int:
    """A moment in milliseconds."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)


@pytest.mark.parametrize(
    ("text", "zone", "since", "until"),
    [
        ("2026-01-15", "UTC", "2026-01-15T00:00Z", "2026-01-16T00:00Z"),
        ("2026-01-15", "America/Denver", "2026-01-15T07:00Z", "2026-01-16T07:00Z"),
        ("2026-10-25", "Europe/Berlin", "2026-10-24T22:00Z", "2026-10-25T23:00Z"),  # 25 hours
        ("2026-01-15T13:30", "Europe/Berlin", "2026-01-15T12:30Z", "2026-01-15T12:30Z"),
        ("2026-01-15 13:30:15.250", "Europe/Berlin", "2026-01-15T12:30:15.250Z", "2026-01-15T12:30:15.250Z"),
        ("2026-01-15T13:30Z", "Europe/Berlin", "2026-01-15T13:30Z", "2026-01-15T13:30Z"),
        ("2026-01-15T13:30-05:00", "Europe/Berlin", "2026-01-15T18:30Z", "2026-01-15T18:30Z"),
        ("2026-03-29T12:00", "Europe/Berlin", "2026-03-29T10:00Z", "2026-03-29T10:00Z"),
        # Berlin's clocks show no 02:30 on 2026-03-29 and 02:30 twice on 2026-10-25.
        ("2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30Z", "2026-03-29T01:30Z"),
        ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30Z", "2026-10-25T00:30Z"),
        ("24h", "Europe/Berlin", "2026-01-14T12:00Z", "2026-01-14T12:00Z"),
        ("7d", "UTC", "2026-01-08T12:00Z", "2026-01-08T12:00Z"),
        ("2w", "UTC", "2026-01-01T12:00Z", "2026-01-01T12:00Z"),
        ("90m", "UTC", "2026-01-15T10:30Z", "2026-01-15T10:30Z"),
        ("now", "UTC", "2026-01-15T12:00Z", "2026-01-15T12:00Z"),
        ("today", "UTC", "2026-01-15T00:00Z", "2026-01-16T00:00Z"),
        ("yesterday", "Europe/Berlin", "2026-01-13T23:00Z", "2026-01-14T23:00Z"),
    ],
)
def test_bounds(text: str, zone: str, since: str, until: str, now_ms: int) -> None:
    """A day counts whole on both sides; a time and a distance are the same moment on both."""
    assert at(since) == since_ms(text, find_zone(zone), now_ms)
    assert at(until) == until_ms(text, find_zone(zone), now_ms)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d",
        "tomorrow",
        "2026-13-01",
        "2026-02-30",
        "20260115",
        "2026-01-15T",
        "0001-01-01",
        "2026-01-15T25:00",
        "2026-W03-1",
        "2026-01",
        "7x",
        "-7d",
        "٣d",
        "1234567d8",
    ],
)
def test_no_time(text: str, now_ms: int) -> None:
    """Anything else is bad usage, with what may be written."""
    with pytest.raises(UsageError) as raised:
        since_ms(text, find_zone("UTC"), now_ms)

    shapes = "write a day like 2026-01-15 or today, a time like 2026-01-15T13:30, or how long ago like 24h or 7d"
    assert str(raised.value) == f"{text!r} is no time; {shapes}"


@given(
    st.datetimes(datetime(1971, 1, 2), datetime(2100, 1, 1)),  # noqa: DTZ001 - a reading of a clock
    st.sampled_from(["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"]),
)
def test_readings_are_those_of_the_standard_library(reading: datetime, name: str) -> None:
    """A time without a zone means what zoneinfo makes of it: the first of two, the later side of a gap."""
    reading = reading.replace(microsecond=0)

    expected = reading.replace(tzinfo=ZoneInfo(name)).astimezone(UTC).timestamp() * 1000

    assert expected == since_ms(reading.isoformat(), find_zone(name), 0)


QMS = 900_000


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        (None, None, (None, None, [])),
        (QMS, None, (1, None, [])),
        (QMS + 1, None, (2, None, [(QMS + 1, 2 * QMS)])),
        (None, 3 * QMS, (None, 3, [])),
        (None, 3 * QMS + 5, (None, 3, [(3 * QMS, 3 * QMS + 5)])),
        (QMS + 1, 3 * QMS + 5, (2, 3, [(QMS + 1, 2 * QMS), (3 * QMS, 3 * QMS + 5)])),
        (QMS + 1, 2 * QMS, (2, 2, [(QMS + 1, 2 * QMS)])),
        (QMS + 1, QMS + 5, (0, 0, [(QMS + 1, QMS + 5)])),  # within one quarter
    ],
)
def test_split(
    since: int | None, until: int | None, expected: tuple[int | None, int | None, list[tuple[int, int]]]
) -> None:
    """Whole quarters between two moments, and what is left over at the edges, each millisecond once."""
    assert expected == split(since, until)


@given(st.integers(0, 10 * QMS), st.integers(0, 10 * QMS), st.integers(0, 10 * QMS))
def test_split_covers_each_moment_once(since: int, length: int, moment: int) -> None:
    """A moment lies in a whole quarter or in an edge exactly if it lies between the bounds."""
    until = since + length + 1
    first, end, edges = split(since, until)
    assert first is not None
    assert end is not None

    times = (first <= moment // QMS < end) + sum(start <= moment < stop for start, stop in edges)

    assert times == (since <= moment < until)
