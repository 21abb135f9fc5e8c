"""Conserved: what lines say, responses sum, quarters of an hour sum and reports sum is one total; SQL adds as Python does."""

from __future__ import annotations

import sqlite3
import tempfile
from collections import defaultdict
from contextlib import closing
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.model.scope import Scope
from tallystick.model.usage import UsageRow
from tallystick.store import queries
from tallystick.store.index import open_index
from tallystick.tasks.direct import read_totals
from tests import strategies
from tests.indexes import open_read_only, synced
from tests.properties.test_order import lay, trees

COUNTS = ("input", "write_5m", "write_1h", "write_unknown", "read", "output", "searches")
Sums = dict[tuple[int, ...], list[int]]


def folded_by_hand(db: sqlite3.Connection) -> dict[int, tuple[int, list[int]]]:
    """Responses from usage lines, as the specification words it: key -> (earliest time or -1, largest counts).

    Lines nested in progress (part 2 and 3) count only where no other line of the key exists anywhere.
    """
    lines = db.execute(f"SELECT key, part, t, {', '.join(COUNTS)}, stopped FROM usage_line").fetchall()
    own = {key for key, part, *_ in lines if part < 2}
    found: dict[int, tuple[int, list[int]]] = {}
    for key, part, t, *counts in lines:
        if part >= 2 and key in own:
            continue
        known_t, known = found.get(key, (-1, [0] * 8))
        times = [one for one in (known_t, -1 if t is None else t) if one >= 0]
        found[key] = min(times, default=-1), [max(pair) for pair in zip(known, counts, strict=True)]
    return found


def by_quarter(responses: dict[int, tuple[int, list[int]]]) -> dict[int, list[int]]:
    """Responses, lower bounds and counts by quarter of an hour (-1: no time)."""
    sums: dict[int, list[int]] = defaultdict(lambda: [0] * 9)
    for t, (*counts, stopped) in responses.values():
        for at, count in enumerate((1, 1 - stopped, *counts)):
            sums[t // 900_000 if t >= 0 else -1][at] += count
    return dict(sums)


def of_rows(rows: list[UsageRow]) -> dict[int, list[int]]:
    """The same of a report's rows."""
    sums: dict[int, list[int]] = defaultdict(lambda: [0] * 9)
    for row in rows:
        for at, count in enumerate((row.responses, row.lower, *(getattr(row, name) for name in COUNTS))):
            sums[row.q][at] += count
    return dict(sums)


def of_table(db: sqlite3.Connection, select: str) -> dict[int, list[int]]:
    """The same of a statement that gives q and nine sums."""
    return {q: sums for q, *sums in db.execute(select)}


SUMS = ", ".join(f"sum({name})" for name in COUNTS)
RESPONSES = f"SELECT q, count(*), sum(NOT stopped), {SUMS} FROM response GROUP BY q"
ROLLUP = f"SELECT q, sum(responses), sum(lower), {SUMS} FROM rollup GROUP BY q"


@given(files=trees)
@settings(max_examples=strategies.examples(100))
def test_every_way_of_adding_up_agrees(files: dict[str, bytes]) -> None:
    """Lines folded by hand, the response table, the quarters, the rows of reports, and totals without an index."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        for place, data in files.items():
            lay(base / "config", place, data)
        synced(base / "root", base / "config")
        with closing(open_read_only(base / "root")) as db:
            expected = by_quarter(folded_by_hand(db))
            assert expected == of_table(db, RESPONSES)
            assert expected == of_table(db, ROLLUP)
        direct = read_totals([str(base / "config")], {})

        assert expected == of_rows(direct.rows)
        assert expected == of_rows([row for row, _, _ in direct.responses(set(direct.names) | {0})])
        opened = open_index(str(base / "root"))
        assert opened is not None
        with opened as index:
            for group in (("q",), ("q", "session"), ("q", "file", "branch"), ("q", "session", "file", "branch")):
                assert expected == of_rows(queries.usage_rows(index, group, Scope()))
                exact = queries.exact_rows(index, group, Scope(), None, None)
                assert expected == of_rows([row for row, _, _ in exact])


@given(files=trees, cut=st.integers(1_968_000, 1_972_000))
@settings(max_examples=strategies.examples(50))
def test_scopes_partition_the_total(files: dict[str, bytes], cut: int) -> None:
    """Before and after any moment, and over every session, model, branch: the parts are the whole."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        for place, data in files.items():
            lay(base / "config", place, data)
        synced(base / "root", base / "config")
        opened = open_index(str(base / "root"))
        assert opened is not None
        with opened as index:
            whole = of_rows(queries.usage_rows(index, ("q",), Scope()))
            split = [
                *queries.usage_rows(index, ("q",), Scope(until_q=cut)),
                *queries.usage_rows(index, ("q",), Scope(since_q=cut)),
            ]
            assert whole == of_rows(split)
            names = queries.names(index)
            owners = {row.session for row in queries.usage_rows(index, ("session",), Scope())}
            assert whole == of_rows(
                [row for key in owners for row in queries.usage_rows(index, ("q",), Scope(session=names[key]))]
            )
            models = {row.model for row in queries.usage_rows(index, (), Scope())}
            assert whole == of_rows(
                [row for key in models for row in queries.usage_rows(index, ("q",), Scope(model=names[key]))]
            )


def test_models_are_the_same_with_and_without_an_index() -> None:
    """By model, price variant and side, the two ways of reading give the same sums, where a response has one model."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)

        @given(lines=st.lists(strategies.answers().map(strategies.encode), min_size=1, max_size=8))
        @settings(max_examples=strategies.examples(60))
        def check(lines: list[bytes]) -> None:
            lay(base / "config", "x/one.jsonl", b"\n".join(lines) + b"\n")
            root = Path(tempfile.mkdtemp(dir=base))
            synced(root, base / "config")
            direct = read_totals([str(base / "config")], {})
            opened = open_index(str(root))
            assert opened is not None
            with opened as index:
                assert cut(queries.usage_rows(index, (), Scope())) == cut(direct.rows)

        check()


def cut(rows: list[UsageRow]) -> Sums:
    """Sums by model, variant and side."""
    sums: Sums = defaultdict(lambda: [0] * 9)
    for row in rows:
        for at, count in enumerate((row.responses, row.lower, *(getattr(row, name) for name in COUNTS))):
            sums[row.model, row.variant, row.subagent][at] += count
    return dict(sums)
