"""What is left of a saving, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.netting import Again, nets
from tallystick.kernel.savings import Saving

NINE = 1_772_442_000_000  # 2026-03-02T09:00:00Z
# 3 USD per million tokens: 0.003 USD buy 1,000.
DIVERTED = "files 2000 tok - summary 5 tok, at 4 B/token, priced at m (env) input $3/Mtok"


def row(saved: int, output: str = "", minute: int = 0, session: str = "s", **more: Any) -> Saving:
    """A row of some minute after nine, of a text of 2,000 tokens."""
    technique = more.pop("technique", "compress")
    before = more.pop("before", 2000)
    return Saving(
        technique, saved, before, 0.01, session=session, ts=f"2026-03-02T09:{minute:02}:00Z", output=output, **more
    )


def again(output: str, minute: int, tokens: int) -> Again:
    """A reading at the middle of some minute after nine."""
    return Again(output, NINE + minute * 60_000 + 30_000, tokens)


def test_what_was_read_again() -> None:
    """1,900 less 300 and 50 of the first, all of the second, and more than all of the third: 100 less 2,000."""
    rows = [row(1900, "a"), row(1900, "b", 1), row(100, "c", 2), row(40)]
    reads = [again("a", 3, 300), again("c", 4, 2000), again("a", 5, 50), again("d", 6, 9)]
    assert nets(rows, {"s": reads}) == [1550, 1900, -1900, 40]


def test_the_same_output_twice() -> None:
    """What came back belongs to the last row before it; what was read before any row belongs to none."""
    rows = [row(1000, "a", 10), row(1000, "a", 20)]
    assert nets(rows, {"s": [again("a", 5, 1), again("a", 15, 10), again("a", 25, 100)]}) == [990, 900]
    assert nets(rows, {"s": [Again("a", NINE + 10 * 60_000, 3)]}) == [997, 1000]  # rows are told to the second
    assert nets(rows, {"s": [Again("a", -1, 7)]}) == [1000, 993]  # nobody knows when: the last one


def test_other_sessions() -> None:
    """A session answers for itself; of one that the index lacks nothing is known, unless nothing was kept."""
    rows = [row(1000, "a"), row(1000, "a", session="t"), row(1000, session="u")]
    assert nets(rows, {"s": [again("a", 1, 10)], "t": None}) == [990, None, 1000]
    assert nets(rows, {"s": [], "t": [again("a", 1, 2)]}) == [1000, 998, 1000]
    assert nets(rows, {}) == [None, None, 1000]


@pytest.mark.parametrize(
    ("basis", "spent", "left"),
    [
        (DIVERTED, 0.003, 995),  # 1,995 less the 1,000 that the helper's bill would have bought
        (DIVERTED, 0.0030000001, 994),  # rounded up
        (DIVERTED, 0.0, 1995),
        (DIVERTED, 0.03, -8005),
        (f"{DIVERTED}, less worker $0.003000", None, 995),  # a row of another tool
        (f"{DIVERTED}, less worker $0.003000", 0.006, -5),  # the exact figure stands above the rounded one
        (DIVERTED, None, None),  # it does not say what the helper cost
        ("files 2000 tok - summary 5 tok", 0.003, None),  # nor at which price
        ("input $0/Mtok", 0.003, None),
        ("input $", 0.003, None),
        ("input $3", 0.003, None),
        ("input $x/Mtok", 0.003, None),
    ],
)
def test_what_a_helper_cost(basis: str, spent: float | None, left: int | None) -> None:
    """In tokens of the session's own price."""
    assert nets([row(1995, technique="divert", basis=basis, worker_usd=spent)], {}) == [left]


@pytest.mark.parametrize(
    ("before", "saved", "left"),
    [
        (7500, 7000, 7000),
        (10_000, 9800, 300),  # 500 would have been shown, 200 were
        (10_000, 9000, -500),  # 500, and 1,000
        (10_000, 1000, 0),  # 9,000 are left, of which 500 are shown: as many as before
        (0, 9000, 9000),  # nobody knows what was there
    ],
)
def test_what_the_client_would_have_cut(before: int, saved: int, left: int) -> None:
    """Of rows that do not know it: of more than 30,000 characters 2,000 are shown."""
    assert nets([row(saved, before=before)], {}) == [left]
    assert nets([row(saved, "a", before=before)], {"s": []}) == [saved]  # one of ours has known it
