"""Rows of a price list: their dates, their overlap, and the compiled form that outlives a run."""

from __future__ import annotations

import marshal
from typing import Any

import pytest

from tallystick.accounting.pricebook import PriceBook
from tallystick.accounting.pricerows import ALWAYS, FIELDS, FORMAT, OPEN, Row, compile_rows, instant, is_published
from tallystick.errors import PriceError

OCT_7 = 1_791_331_200_000  # 2026-10-07T00:00Z: 20733 days after 1970-01-01, times 86,400,000 ms


def row(**fields: Any) -> Row:
    """A row for model "m" on the API at 1 USD."""
    return Row(**({"provider": "anthropic", "model": "m", "tier": "api", "input": "1"} | fields))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1970-01-01", 0),
        ("2026-10-07", OCT_7),
        ("2026-10-07T00:00Z", OCT_7),
        ("2026-10-07T09:45:00Z", OCT_7 + 35_100_000),  # 9.75 hours
    ],
)
def test_a_date_is_its_first_instant(text: str, expected: int) -> None:
    """Dates and times are UTC, whatever zone the machine is in."""
    assert expected == instant(text)


@pytest.mark.parametrize(
    "text", ["", "2026", "2026-13-01", "2026-W40-3", "20261007", "2026-10-07T09:30", "2026-10-07T09:30+01:00", "x" * 99]
)
def test_no_other_date_is_read(text: str) -> None:
    """A time without Z or with an offset is refused rather than read in some zone."""
    with pytest.raises(PriceError, match=r"is no date; write 2026-10-07 or 2026-10-07T09:30Z"):
        instant(text)


def test_a_change_falls_on_a_quarter_of_an_hour() -> None:
    """Usage is kept by quarters of an hour: a change inside one could not be applied."""
    with pytest.raises(PriceError, match="'2026-10-07T09:31Z' is not on a quarter of an hour"):
        instant("2026-10-07T09:31Z")


def test_the_compiled_form_is_plain_data() -> None:
    """Marshal keeps it and gives back an equal one, from which the same rows come."""
    rows = (
        row(as_of="2026-01-01"),
        row(tier="bedrock-global", context_threshold=5, as_of="2026-02-01"),
        row(model="n"),
    )
    compiled: Any = compile_rows(rows, version="v", sha256="s", origin="o")
    kept = marshal.loads(marshal.dumps(compiled))
    book = PriceBook.from_compiled(kept)

    assert compiled == kept
    assert [r.astuple() for r in rows] == [r.astuple() for r in book.rows]
    assert ("v", "s", "o", "2026-02-01", frozenset({5})) == (
        book.version,
        book.sha256,
        book.origin,
        book.as_of,
        book.thresholds,
    )


def test_time_is_cut_where_something_changes() -> None:
    """Two rows with a gap of a day between them: before, first, gap, second."""
    first = row(effective_from="2026-10-05", effective_until="2026-10-06")
    second = row(effective_from="2026-10-07")
    segments: Any = compile_rows((first, second))[6]
    day = 86_400_000

    assert ((ALWAYS, OCT_7 - 2 * day, OCT_7 - day, OCT_7), ((), (0,), (), (1,))) == segments["m"]["api"]


def test_the_form_carries_its_number() -> None:
    """A later tally can tell that a kept list is not of its own making."""
    assert FORMAT == compile_rows((row(),))[0]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (
            (row(), row(model="n"), row()),
            "rows[0] and rows[2] both price m (api) at the same time; end one where the other begins",
        ),
        (
            (row(effective_from="2026-10-01"), row(effective_from="2026-10-07", effective_until="2026-10-08")),
            "rows[0] and rows[1] both price m (api) at the same time; end one where the other begins",
        ),
        (
            (row(context_threshold=9), row(context_threshold=9)),
            "rows[0] and rows[1] both price m (api) at the same time; end one where the other begins",
        ),
        (
            (row(effective_from="2026-10-07", effective_until="2026-10-07"),),
            "rows[0] (m, api): effective_until is not after effective_from",
        ),
        (
            (row(), row(effective_until="soon")),
            "rows[1].effective_until (m, api): 'soon' is no date; write 2026-10-07 or 2026-10-07T09:30Z",
        ),
        (
            (row(fast="0"),),
            "rows[0].fast (m, api): '0' is no factor; write a number above zero with at most three decimals",
        ),
        (
            (row(batch="0.0005"),),
            "rows[0].batch (m, api): '0.0005' is no factor; write a number above zero with at most three decimals",
        ),
        (
            (row(output="-1"),),
            "rows[0].output (m, api): '-1' is not a plain decimal number of zero or more; write it like 3.75",
        ),
    ],
)
def test_unusable_rows_are_refused(rows: tuple[Row, ...], fault: str) -> None:
    """Two answers to one question, a date or a number that cannot be read: the row and the field are named."""
    with pytest.raises(PriceError) as raised:
        compile_rows(rows)

    assert fault == str(raised.value)


def test_rows_of_other_tiers_and_thresholds_stand_together() -> None:
    """Only the same model, tier and threshold at the same time is one answer too many."""
    rows = (row(), row(context_threshold=9), row(tier="bedrock-gov"), row(model="n"))

    assert 9 == len(compile_rows(rows))


def test_a_row_is_its_fields() -> None:
    """The fields stand in one order everywhere."""
    assert len(FIELDS) == len(row().astuple()) == 17
    assert (ALWAYS, OPEN) == compile_rows((row(),))[7][0][:2]  # type: ignore[index]


@pytest.mark.parametrize(
    ("origin", "expected"),
    [("shipped", True), ("shipped, and AWS Price List of us-east-1", True), ("shipped.json", False), ("p.json", False)],
)
def test_whose_prices_they_are(origin: str, expected: bool) -> None:  # noqa: FBT001 - a case
    """The package's own, also with a refresh over them, are published prices; those of a file are its own."""
    assert expected == is_published(origin)
