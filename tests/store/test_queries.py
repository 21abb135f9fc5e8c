"""Named questions to the index."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tallystick.model.scope import Scope
from tallystick.model.usage import UsageRow
from tallystick.store import queries
from tallystick.store.index import Index, open_index
from tests.casebook.boundaries import claim
from tests.casebook.thread import Thread, sid, text, usage
from tests.crash.corpus import put
from tests.indexes import synced

NINE = 1_772_442_000_000
Q = NINE // 900_000


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Two sessions in two projects, one with a child and sums of its own; a line that cannot be read."""
    one = Thread(1, cwd="/srv/kiln")
    one.say("m1", text("x"), usage(1, 10, 100))
    one.at(1800).say("m2", text("x"), usage(2, 20, 200), model="haiku", stop=None, gitBranch="glaze")
    child = Thread(1, agent="ac0ffee")
    child.say("m3", text("x"), usage(4, 40, 400))
    two = Thread(2, cwd="/srv/glaze", seconds=60)
    two.say("m4", text("x"), usage(8, 80, 800))
    claim(two, claude_opus_4_6=(10, 0, 0, 80, 800), haiku=(5, 0, 0, 0, 1))
    put(tmp_path, f"a/{sid(1)}.jsonl", one.data() + b"?\n[]\n")
    put(tmp_path, f"a/{sid(1)}/subagents/agent-ac0ffee.jsonl", child.data())
    put(tmp_path, f"b/{sid(2)}.jsonl", two.data())
    return tmp_path


@pytest.fixture
def index(config: Path) -> Iterator[Index]:
    """Their index."""
    synced(config / "root", config)
    opened = open_index(str(config / "root"))
    assert opened is not None
    with opened:
        yield opened


def outputs(rows: list[UsageRow]) -> list[int]:
    """The output tokens of rows, which name the responses: 100 m1, 200 m2, 400 m3, 800 m4."""
    return sorted(row.output for row in rows)


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope(), [200, 400, 900]),  # by model and side: m1 and m4 are alike
        (Scope(since_q=Q + 1), [200]),
        (Scope(until_q=Q + 1), [400, 900]),
        (Scope(since_q=Q, until_q=Q + 2), [400, 900]),
        (Scope(model="haiku"), [200]),
        (Scope(model="opus"), []),
        (Scope(session=sid(1)), [100, 200, 400]),
        (Scope(branch="glaze"), [200]),
        (Scope(project="/srv/glaze"), [800]),
        (Scope(agent="Claude Code"), [200, 400, 900]),
        (Scope(agent="pi"), []),
        (Scope(session=sid(1), branch="main"), [100, 400]),
    ],
)
def test_usage_in_scope(index: Index, scope: Scope, expected: list[int]) -> None:
    """Bounds and exact names, each alone and together; exact rows agree."""
    assert expected == outputs(queries.usage_rows(index, (), scope))
    exact = [row for row, _, _ in queries.exact_rows(index, (), scope, None, None)]
    assert sum(expected) == sum(outputs(exact))


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (("q",), [200, 400, 900]),
        (("session",), [100, 200, 400, 800]),
        (("file",), [100, 200, 400, 800]),
        (("branch",), [200, 400, 900]),
        (("q", "session", "file", "branch"), [100, 200, 400, 800]),
    ],
)
def test_usage_by_what_is_named(index: Index, group: tuple[str, ...], expected: list[int]) -> None:
    """What is not grouped is 0, and -1 for the quarter."""
    rows = queries.usage_rows(index, group, Scope())

    assert expected == outputs(rows)
    for name in {"session", "file", "branch"} - set(group):
        assert {0} == {getattr(row, name) for row in rows}
    assert ({-1} == {row.q for row in rows}) == ("q" not in group)


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        (None, None, [100, 200, 400, 800]),
        (NINE, None, [100, 200, 400, 800]),
        (NINE + 1, None, [200, 800]),
        (None, NINE + 60_000, [100, 400]),
        (NINE + 60_000, NINE + 60_001, [800]),
    ],
)
def test_exact_bounds(index: Index, since: int | None, until: int | None, expected: list[int]) -> None:
    """To the millisecond, the end exclusive; with the whole prompt and the time of each response."""
    rows = queries.exact_rows(index, ("session",), Scope(), since, until)

    assert expected == sorted(row.output for row, _, _ in rows)
    prompts = {100: 11, 200: 22, 400: 44, 800: 88}
    times = {100: NINE, 200: NINE + 1_800_000, 400: NINE, 800: NINE + 60_000}
    for row, prompt, t in rows:
        assert (prompts[row.output], times[row.output], 1) == (prompt, t, row.responses)


def test_sessions_and_transcripts(index: Index, config: Path) -> None:
    """What each is called, where it stands, when it was."""
    sessions = {row.id: row for row in queries.sessions(index).values()}
    one = sessions[sid(1)]
    assert ("/srv/kiln", "Claude Code", NINE, NINE + 1_800_000, 0) == (
        one.project,
        one.agent,
        one.first_ms,
        one.last_ms,
        one.parent,
    )

    found = {row.id: row for row in queries.transcripts(index).values()}
    assert {sid(1), sid(2), "ac0ffee"} == found.keys()
    child = found["ac0ffee"]
    assert (str(config / "projects" / "a" / sid(1) / "subagents" / "agent-ac0ffee.jsonl"), True, 0, 1) == (
        *(child.path, child.is_subagent, child.state, child.lines),
    )
    assert child.session == one.key


def test_what_only_the_client_knows(index: Index) -> None:
    """Its sums beyond the lines, and its own dollars."""
    names = queries.names(index)
    left = {names[row.model]: (row.input, row.output, row.cost_usd) for row in queries.unattributed(index)}
    stated = {names[row.model]: (row.input, row.cost_usd, row.total_usd) for row in queries.client_costs(index)}

    assert {"claude-opus-4-6": (2, 0, None), "haiku": (5, 1, None)} == left
    assert {"claude-opus-4-6": (10, 0.5, 0.5), "haiku": (5, 0.5, 0.5)} == stated


def test_session_totals_hold_copies(index: Index, config: Path) -> None:
    """Everything that stands in a session's files, whoever owns it."""
    fork = Thread(3)
    source = Thread(1)
    fork.lines = [{**source.say("m1", text("x"), usage(1, 10, 100)), "sessionId": fork.session}]
    fork.at(90).say("m5", text("x"), usage(16, 160, 1600))
    put(config, f"a/{sid(3)}.jsonl", fork.data())
    synced(config / "root", config)
    (key,) = [row.key for row in queries.sessions(index).values() if row.id == sid(3)]

    rows = queries.session_totals(index, key)

    assert [(100, 11, NINE), (1600, 176, NINE + 90_000)] == sorted((row.output, prompt, t) for row, prompt, t in rows)


def test_what_was_refused_and_what_is_covered(index: Index, config: Path) -> None:
    """Rejections with their places; the span of all sessions; files by state."""
    path = str(config / "projects" / "a" / f"{sid(1)}.jsonl")
    rows = queries.rejections(index)
    assert [(path, 3, "unreadable"), (path, 4, "not an object")] == [(row.path, row.line, row.reason) for row in rows]
    assert rows[0].offset + 2 == rows[1].offset
    assert 2 == queries.rejection_count(index)

    covered = queries.coverage(index)
    assert (NINE, NINE + 1_800_000, 3, 0, 0) == (
        covered.first_ms,
        covered.last_ms,
        covered.files,
        covered.gone,
        covered.unreadable,
    )
    assert NINE == queries.oldest_present(index)


def test_what_a_rewritten_file_no_longer_holds(index: Index, config: Path) -> None:
    """It counts on, and doctor can name it."""
    assert [] == queries.no_longer_present(index)
    path = put(config, f"b/{sid(2)}.jsonl", b"{}\n")
    synced(config / "root", config)

    assert [(str(path), 1)] == queries.no_longer_present(index)


def test_names_by_key(index: Index) -> None:
    """All of them, or those asked for."""
    names = queries.names(index)
    (key,) = [key for key, name in names.items() if name == "haiku"]

    assert {key: "haiku"} == queries.names_of(index, {key, 7})
    assert 3 == queries.last_file(index)
    assert (set(), set()) == queries.forgotten(index)
