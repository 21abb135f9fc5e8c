"""Transcript times. Expected values: `date -u -d TEXT +%s%3N` of GNU date."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tallystick.kernel.times import UNKNOWN, Clockwork, parse

NINE = 1_772_442_000_000  # 2026-03-02T09:00:00Z

CASES = [
    ("2026-03-02T09:00:00.000Z", NINE),
    ("2026-03-02T09:00:00Z", NINE),
    ("2026-03-02T09:00:59.999Z", NINE + 59_999),
    ("2026-03-02T10:00:00.000+01:00", NINE),
    ("2026-03-02T02:00:00.500-07:00", NINE + 500),
    ("2026-03-02T09:00:00", NINE),  # no zone: UTC
    ("2026-03-02T09:00:00.123456Z", NINE + 123),
    ("2026-03-02", NINE - 9 * 3_600_000),
    ("1970-01-01T00:00:00.000Z", 0),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("1969-12-31T23:59:59.999Z", UNKNOWN),
    ("0001-01-01T00:00:00+23:59", UNKNOWN),
    ("2026-02-30T09:00:00.000Z", UNKNOWN),
    ("2026-03-02T09:00:61.000Z", UNKNOWN),
    ("yesterday", UNKNOWN),
    ("1772442000", UNKNOWN),
    ("2026-03-02T09:00:0\u0660.000Z", UNKNOWN),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_time_is_milliseconds_or_unknown(text: str, expected: int) -> None:
    """Any ISO 8601 time from 1970 to 9999; anything else is unknown."""
    assert expected == parse(text)
    assert expected == Clockwork().ms(text)


@pytest.mark.parametrize("nothing", [None, ""])
def test_no_text_is_no_time(nothing: str | None) -> None:
    """A line without a time has none."""
    assert UNKNOWN == Clockwork().ms(nothing)


def test_neighbours_in_a_minute_are_told_apart() -> None:
    """The minute that is kept serves its own seconds only, and what is no time in it stays none."""
    clock = Clockwork()
    texts = [
        *("2026-03-02T09:00:00.000Z", "2026-03-02T09:00:07.250Z", "2026-03-02T09:01:00.000Z"),
        *(
            "2026-03-02T09:01:0x.000Z",
            "2026-03-02T09:01:01.00xZ",
            "2026-03-02T09:01:02.000Z",
            "2026-03-02T09:00:59.001Z",
        ),
    ]

    found = [clock.ms(text) for text in texts]

    assert [NINE, NINE + 7250, NINE + 60_000, UNKNOWN, UNKNOWN, NINE + 62_000, NINE + 59_001] == found


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-02T09:00:99.000Z",
        "2026-03-02T09:00:60.000Z",
        "2026-03-02T09:00:-1.000Z",
        "2026-03-02T09:00: 7.000Z",
        "2026-03-02T09:00:07.+12Z",
    ],
)
def test_a_kept_minute_takes_no_more_than_an_empty_one(text: str) -> None:
    """What is no time by itself is none behind a time of the same minute either."""
    clock = Clockwork()
    clock.ms("2026-03-02T09:00:00.000Z")

    assert parse(text) == clock.ms(text)


DIGITS = st.from_regex(r"(19[67]|20[02])\d-[01]\d-[0-3]\d[T ][012]\d:[0-6]\d:[0-6]\d\.\d{3}Z", fullmatch=True)


@given(text=DIGITS)
@example(text="2000-02-29T00:00:00.000Z")
@example(text="1900-02-29T00:00:00.000Z")
@example(text="2100-03-01T00:00:00.000Z")
@example(text="2024-12-31T23:59:59.999Z")
@example(text="2024-00-31T23:59:59.999Z")
@example(text="2024-04-31T23:59:59.999Z")
@example(text="2024-04-30T24:59:59.999Z")
@example(text="2024-04-30T23:60:59.999Z")
def test_the_usual_form_is_read_as_the_standard_library_reads_it(text: str) -> None:
    """The usual form is read without importing datetime, and comes to the same."""
    try:
        expected = round(datetime.fromisoformat(text).timestamp() * 1000)
    except ValueError:
        expected = UNKNOWN

    assert (expected if expected >= 0 else UNKNOWN) == parse(text)


@pytest.mark.parametrize("text", ["09:02:0x.000Z", "24:00:00.000Z", "09:60:00.000Z", "09:02:60.000Z", "09.02:01.000Z"])
def test_what_is_no_time_on_a_day_that_is_kept_stays_none(text: str) -> None:
    """The day of the line before serves times only."""
    clock = Clockwork()

    assert NINE == clock.ms("2026-03-02T09:00:00.000Z")
    assert UNKNOWN == clock.ms(f"2026-03-02T{text}")
    assert NINE + 120_000 == clock.ms("2026-03-02T09:02:00.000Z")
