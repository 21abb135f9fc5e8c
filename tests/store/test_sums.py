"""Sums between cuts: the database's arithmetic is that of adding every response by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.model.scope import Scope
from tallystick.model.usage import UsageRow
from tallystick.store import queries, sums
from tallystick.store.index import Index, open_index
from tests.casebook.thread import Thread, text, usage
from tests.histories import lay, thread
from tests.indexes import synced

HOUR = 4  # quarters
# 2026-03-02T09:00Z, the casebook's first moment; a thread's response comes a second later.
START_Q = 1_772_442_000 // 900


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """Three sessions an hour apart, the last on another branch, and one response without a time."""
    timeless = Thread(9)
    timeless.say("msg_9", text("?"), usage(1, 0, 0), timestamp=..., stop=None)
    config = lay(
        tmp_path / "claude",
        thread(1),
        thread(2, seconds=3600, cwd="/srv/pottery"),
        thread(3, seconds=7200, branch="glaze"),
        timeless,
    )
    synced(tmp_path / "root", config)
    opened = open_index(str(tmp_path / "root"))
    assert opened is not None
    return opened


def facts(rows: list[UsageRow]) -> list[tuple[int, int, int]]:
    """What tells these rows apart: the cut, responses, input."""
    return sorted((row.q, row.responses, row.input) for row in rows)


def test_span(index: Index) -> None:
    """First and last quarter with usage; what has no time is not early."""
    assert sums.span(index) == (START_Q, START_Q + 2 * HOUR)


def test_between_cuts(index: Index) -> None:
    """Each response is in the last cut that is not after it; without a time it stands apart."""
    cuts = [START_Q - 5, START_Q + HOUR]

    assert facts(sums.usage_between(index, cuts, (), Scope())) == [
        (-1, 1, 1),
        (START_Q - 5, 1, 10),
        (START_Q + HOUR, 2, 20),
    ]


def test_all_counts(index: Index) -> None:
    """Every class is summed: two responses of the casebook's usual size."""
    (row,) = sums.usage_between(index, [START_Q], (), Scope(since_q=START_Q + HOUR))

    found = (row.responses, row.lower, row.input, row.write_5m, row.write_1h, row.write_unknown, row.read, row.output)
    assert found == (2, 0, 20, 40, 60, 0, 80, 100)
    assert (row.searches, row.subagent, row.session, row.file, row.branch) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(("column", "expected"), [("session", 3), ("file", 3), ("branch", 2)])
def test_groups(index: Index, column: str, expected: int) -> None:
    """Rows are kept apart by what is asked for."""
    rows = sums.usage_between(index, [START_Q], (column,), Scope(since_q=0))

    assert expected == len({getattr(row, column) for row in rows}) == len(rows)


def test_scope(index: Index) -> None:
    """A scope leaves out what it says; bounds are whole quarters, the end excluded."""
    project = Scope(project="/srv/pottery")
    until = Scope(since_q=0, until_q=START_Q + 2 * HOUR)

    assert facts(sums.usage_between(index, [START_Q], (), project)) == [(START_Q, 1, 10)]
    assert facts(sums.usage_between(index, [START_Q], (), until)) == [(START_Q, 2, 20)]


def test_same_as_single_rows(index: Index) -> None:
    """Summed by the database or one by one: the same."""
    cuts = list(range(START_Q, START_Q + 3 * HOUR, 3))
    single = queries.usage_rows(index, ("q",), Scope(since_q=0))

    expected: dict[int, int] = {}
    for row in single:
        cut = max(q for q in cuts if q <= row.q)
        expected[cut] = expected.get(cut, 0) + row.output
    assert expected == {row.q: row.output for row in sums.usage_between(index, cuts, (), Scope(since_q=0))}


def test_models_and_totals(index: Index) -> None:
    """One model is named; no client keeps totals."""
    assert set(queries.names_of(index, sums.models(index)).values()) == {"claude-opus-4-6"}
    assert not sums.has_client_totals(index)
    assert sums.timeless(index) == 1


def test_nothing(tmp_path: Path) -> None:
    """An index without usage has no span and no rows."""
    empty = Thread(1)
    empty.ask("Hello.")
    synced(tmp_path / "root", lay(tmp_path / "claude", empty))
    index = open_index(str(tmp_path / "root"))
    assert index is not None

    assert sums.span(index) is None
    assert sums.usage_between(index, [], (), Scope()) == []
