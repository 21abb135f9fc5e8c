"""Newer prices over older ones, and when the older ones stay."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.pricehistory import changes, checked_again, extend, fill_global, supersede
from tallystick.accounting.pricerows import Row
from tests.accounting.pricelist import OCT_7, bedrock

Short = tuple[str | None, str | None, str | None]


def m(price: str, since: str | None = None, until: str | None = None, **fields: Any) -> Row:
    """A global row of claude-m, checked on the first of October."""
    return bedrock(
        "claude-m",
        "global",
        price,
        **({"effective_from": since, "effective_until": until, "as_of": "2026-10-01"} | fields),
    )


def new(price: str, since: str = "2026-10-07", until: str | None = None, **fields: Any) -> Row:
    """The same, checked a month later."""
    return m(price, since, until, **({"as_of": "2026-11-01"} | fields))


def spans(rows: tuple[Row, ...]) -> list[Short]:
    """From, until and input price."""
    return [(row.effective_from, row.effective_until, row.input) for row in rows]


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        ([], [new("2")], [("2026-10-07", None, "2")]),
        ([m("1")], [new("2")], [(None, "2026-10-07", "1"), ("2026-10-07", None, "2")]),
        ([m("1", "2026-10-07")], [new("2")], [("2026-10-07", None, "2")]),
        ([m("1", "2026-10-09")], [new("2")], [("2026-10-07", None, "2")]),
        (
            [m("1", None, "2026-10-01"), m("3", "2026-10-01")],
            [new("2")],
            [(None, "2026-10-01", "1"), ("2026-10-01", "2026-10-07", "3"), ("2026-10-07", None, "2")],
        ),
        ([m("1", None, "2026-10-07")], [new("2")], [(None, "2026-10-07", "1"), ("2026-10-07", None, "2")]),
        (
            [m("1")],
            [new("2", until="2027-01-01"), new("3", "2027-01-01")],
            [(None, "2026-10-07", "1"), ("2026-10-07", "2027-01-01", "2"), ("2027-01-01", None, "3")],
        ),
        ([m("1")], [], [(None, None, "1")]),
    ],
)
def test_the_newer_price_holds_from_its_date(older: list[Row], newer: list[Row], expected: list[Short]) -> None:
    """What held before stays as it was."""
    rows, refused = supersede(older, newer)

    assert (expected, ()) == (spans(rows), refused)


def test_other_questions_are_not_touched() -> None:
    """Another tier, another model, long prompts: each has its own answer."""
    older = [
        m("1", context_threshold=200_000),
        bedrock("claude-m", "regional", "1"),
        bedrock("claude-n", "global", "1"),
    ]
    rows, _ = supersede(older, [new("2")])

    assert [row.astuple() for row in older] == [row.astuple() for row in rows[:3]]


def test_a_later_check_wins() -> None:
    """A newer release of tally knows more than a refresh of last month."""
    rows, refused = supersede([m("1", as_of="2026-12-01")], [new("2")])

    assert [(None, None, "1")] == spans(rows)
    assert ("claude-m (bedrock-global): the price that is known was checked later",) == refused


def test_a_class_that_is_gone_is_not_lost() -> None:
    """It may be there under a name that nobody knows; until somebody does, the older prices stay."""
    rows, refused = supersede([m("1", cache_read="0.1")], [new("2")])

    assert [(None, None, "1")] == spans(rows)
    assert ("claude-m (bedrock-global): the list has no price for cache read",) == refused


def test_a_class_that_was_gone_before_is_no_loss() -> None:
    """Only what is sold when the newer price begins counts."""
    older = [m("1", None, "2026-10-01", cache_read="0.1"), m("3", "2026-10-01")]

    assert () == supersede(older, [new("2")])[1]


@pytest.mark.parametrize(
    ("older", "newer", "expected"),
    [
        ([m("2", "2026-09-01")], [new("2.00")], [("2026-09-01", None, "2.00")]),
        ([m("1", "2026-09-01")], [new("2")], [("2026-09-01", "2026-10-07", "1"), ("2026-10-07", None, "2")]),
        (
            [m("2", "2026-09-01", output=None)],
            [new("2")],
            [("2026-09-01", "2026-10-07", "2"), ("2026-10-07", None, "2")],
        ),
    ],
)
def test_a_list_whose_dates_move_keeps_its_history(older: list[Row], newer: list[Row], expected: list[Short]) -> None:
    """AWS dates its prices anew every month: the same price goes on from when it was first seen."""
    rows = extend(older, newer)

    assert expected == spans(rows)
    assert "2026-11-01" == rows[-1].as_of


def test_one_price_everywhere() -> None:
    """Only for models that are named, and only where no global price is known."""
    rows = [
        bedrock("claude-a", "regional", "1"),
        bedrock("claude-b", "regional", "2"),
        bedrock("claude-b", "global", "3"),
    ]
    filled = fill_global(rows, ("claude-a", "claude-b"))

    assert rows == list(filled[:3])
    assert [("claude-a", "bedrock-global", "1")] == [(row.model, row.tier, row.input) for row in filled[3:]]
    assert tuple(rows) == fill_global(rows, ())


def test_checked_again() -> None:
    """What was read on that day has been looked at anew; what is older has not."""
    rows = checked_again([m("1"), m("2", as_of="2026-09-01")], "2026-10-01", "2026-11-05")

    assert ["2026-11-05", "2026-09-01"] == [row.as_of for row in rows]


def test_changes_name_what_is_in_force() -> None:
    """A price that differs, a class that was not sold, a model that is new; not what is over or to come."""
    before = [
        m("1", None, "2026-10-01"),
        m("2.0", "2026-10-01"),
        m("3", context_threshold=200_000),
        bedrock("claude-o", "global", "1"),
    ]
    after = [
        m("2.1", "2026-10-01", "2026-12-01", cache_read="0.1"),
        m("9", "2026-12-01"),
        m("3.5", context_threshold=200_000),
        bedrock("claude-n", "global", "1"),
        bedrock("claude-o", "global", "1.0"),
    ]

    assert (
        "claude-m (bedrock-global): input 2.0 -> 2.1, cache read not sold -> 0.1",
        "claude-m (bedrock-global, prompts over 200000 tokens): input 3 -> 3.5",
        "claude-n (bedrock-global): new",
    ) == changes(before, after, OCT_7)
