"""The fold of the savings ledger."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tallystick.kernel.savings import Percents, Saving, read, rows

ME = "5e550000-0001"


def row(saved: Any = 34, before: Any = 100, cost: Any = 0.01, **changed: Any) -> bytes:
    """One row of the ledger; a value of None takes the key out."""
    found = {"ts": "2026-03-02T09:00:00Z", "session_id": ME, "technique": "compress", "tokens_saved": saved}
    found |= {"tokens_before": before, "cost_saved_usd": cost, "basis": "b", "model_source": "env"} | changed
    return json.dumps({key: value for key, value in found.items() if value is not None}).encode()


def fold(*lines: bytes, end: bytes = b"\n") -> tuple[Percents, list[tuple[int, str]]]:
    """What the segment shows of a ledger, and what was refused."""
    ledger = b"\n".join(lines) + end
    refused: list[tuple[int, str]] = []
    found = Percents()
    for one in rows(ledger, len(ledger), ME, refused):
        found.add(one)
    return found, refused


def test_latest_and_mean_are_of_single_rows() -> None:
    """20, 30 and 40 percent: the newest is 40, the mean 30, whatever the rows' sizes are."""
    found, refused = fold(row(20, 100), row(300, 1000), row(4, 10))

    assert (found.rows, found.latest, found.mean) == (3, 40, 30)
    assert refused == []


@pytest.mark.parametrize(
    ("pairs", "latest", "mean"),
    [
        ([(1, 1000)], 1, 1),  # 0.1 % is not nothing
        ([(500, 100)], 100, 100),  # no more than all
        ([(125, 1000)], 13, 13),  # 12.5
        ([(10, 100), (11, 100)], 11, 11),  # 10.5
    ],
)
def test_percents_are_whole(pairs: list[tuple[int, int]], latest: int, mean: int) -> None:
    """Rounded half away from zero, from 1 to 100."""
    found, _ = fold(*(row(saved, before) for saved, before in pairs))

    assert (latest, mean) == (found.latest, found.mean)


def test_rows_of_others_and_of_other_techniques() -> None:
    """A session that only mentions ours, another technique, and a row that has no size before."""
    found, refused = fold(
        row(50, session_id="other", basis=ME),
        row(70, technique="instruction-compression"),
        row(60, before=None),
        row(60, before=-1),
        row(10, technique="divert"),
    )

    assert (found.rows, found.latest, found.mean) == (3, 10, 10)
    assert refused == []


def test_rows_without_a_size_before() -> None:
    """They count as rows, and say no share."""
    found, _ = fold(row(60, before=0))

    assert (found.rows, found.latest, found.mean) == (1, None, None)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (row(0), "nothing saved"),
        (row(-5), "nothing saved"),
        (row(1 << 63), "too much saved"),  # no machine counts so far
        (row(cost=0), "no cost saved"),
        (row(cost=-1.5), "no cost saved"),
        (row(cost=float("inf")), "no cost saved"),
        (row(cost=float("nan")), "no cost saved"),
        (row(cost="1"), "a field is missing"),
        (row(saved=None), "a field is missing"),
        (row(saved=1.5), "a field is missing"),
        (row(saved=True), "a field is missing"),
        (row(cost=True), "a field is missing"),
        (row(basis=None), "a field is missing"),
        (row(ts=None), "a field is missing"),
        (row(technique=7), "a field is missing"),
        (row()[:-5], "not JSON"),
        (b"[" * 90_000 + ME.encode(), "not JSON"),
        (json.dumps([ME]).encode(), "not an object"),
    ],
)
def test_refused(line: bytes, reason: str) -> None:
    """What cannot be right is refused with its line, and moves no figure."""
    found, refused = fold(row(20), b"", line, row(40))

    assert (found.rows, found.latest, found.mean) == (2, 40, 30)
    assert [(3, reason)] == refused


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, None),
        (0.25, 0.25),
        (0, 0.0),
        (-1, None),
        (True, None),
        ("1", None),
        (float("inf"), None),
        (10**400, None),
    ],
)
def test_what_a_helper_billed(given: object, expected: float | None) -> None:
    """An amount, or nothing is said of it."""
    found = read(row(worker_cost_usd=given), ME)
    assert isinstance(found, Saving)
    assert found.worker_usd == expected


def test_nobody_asks_for_what_was_refused() -> None:
    """Refusing is silent where no list is given."""
    ledger = row(0)

    assert list(rows(ledger, len(ledger), ME)) == []


def test_a_ledger_without_a_last_line_feed() -> None:
    """The last row counts; nothing behind the end is looked at."""
    assert fold(row(20), end=b"")[0].latest == 20
    whole = row(20) + b"\n"
    assert list(rows(whole + row(40), len(whole), ME))[-1].saved == 20


def test_a_session_without_a_name() -> None:
    """No id is no session, and not every one."""
    ledger = row(session_id="")

    assert list(rows(ledger, len(ledger), "")) == []


def test_a_line_by_itself() -> None:
    """Of any session where none is asked for; what the producer wrote beside the figures is kept."""
    one = read(row(34, output="0a1b", session_id="other"), None)
    assert isinstance(one, Saving)
    kept = (one.session, one.ts, one.basis, one.output)
    assert kept == ("other", "2026-03-02T09:00:00Z", "b", "0a1b")
    assert read(row(session_id=7), None) == "a field is missing"
    assert read(row(session_id="other"), ME) == ""
    plain = read(row(34, output=7), ME)
    assert isinstance(plain, Saving)
    assert plain.output == ""
