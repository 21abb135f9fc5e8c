"""Choosing: what a user's words mean to the index."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.periods import find_zone
from tallystick.errors import Ambiguous, UsageError
from tallystick.model.answers import SessionRow
from tallystick.store import queries
from tallystick.store.index import Index, open_index
from tallystick.tasks.choosing import Choice, Question, find_agent, find_models, find_project, find_session
from tests.casebook.thread import Thread, text, usage
from tests.histories import NOON, lay
from tests.indexes import synced

QMS = 900_000
PROJECTS = ("/srv/pottery/kiln", "/srv/brickworks/kiln", "/srv/glaze", None)
IDS = ("8f2c91aa-1", "8f2c91ab-2", "8f2c", "c0ffee")
SESSIONS = {
    key: SessionRow(key, IDS[key], PROJECTS[key], "Claude Code", 1000 * key, 1000 * key + 500, key, 0)
    for key in range(4)
}


def ask(**fields: object) -> Question:
    """A question by day in UTC."""
    return Question("day", find_zone("UTC"), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("/srv/glaze", "/srv/glaze"),
        ("glaze", "/srv/glaze"),
        ("pottery/kiln", "/srv/pottery/kiln"),
        ("~/glaze", "/srv/glaze"),
    ],
)
def test_project(given: str, expected: str) -> None:
    """A path, also from home, or the last parts of one."""
    notes: list[str] = []

    assert expected == find_project(SESSIONS, given, {"HOME": "/srv"}, notes)
    assert notes == []


def test_project_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A dot is the current folder."""
    monkeypatch.chdir(tmp_path)
    here = {0: SessionRow(0, "a", str(tmp_path), None, 0, 0, 0, 0)}

    assert str(tmp_path) == find_project(here, ".", {}, [])


def test_project_of_several() -> None:
    """A last name that several projects have is refused with their paths."""
    with pytest.raises(Ambiguous) as raised:
        find_project(SESSIONS, "kiln", {}, [])

    assert str(raised.value) == (
        "project 'kiln' may be any of /srv/brickworks/kiln, /srv/pottery/kiln: write one of them whole"
    )


def test_unknown_names() -> None:
    """What the index does not know chooses nothing, and a note counts what it does know; likeness is no match."""
    notes: list[str] = []

    assert find_project(SESSIONS, "gla\x1bze", {}, notes) == "gla\x1bze"
    assert find_session(SESSIONS, "f2c9", notes) == "f2c9"
    assert find_session(SESSIONS, "", notes) == ""
    assert notes == [
        "no project 'glaze' in the index, which knows 3; tally spent --by project lists them",
        "no session 'f2c9' in the index, which knows 4; tally spent --by session lists them",
        "no session '' in the index, which knows 4; tally spent --by session lists them",
    ]


@pytest.mark.parametrize(("given", "expected"), [("8f2c91aa", "8f2c91aa-1"), ("8f2c", "8f2c"), ("c", "c0ffee")])
def test_session(given: str, expected: str) -> None:
    """A beginning that is unique; a whole id is its own even where others begin with it."""
    assert expected == find_session(SESSIONS, given, [])


def test_session_of_several() -> None:
    """A beginning that several sessions share is refused with their ids, five at most."""
    many = {key: SessionRow(key, f"aa{key}", None, None, 0, 0, 0, 0) for key in range(7)}
    with pytest.raises(Ambiguous) as raised:
        find_session(many, "a", [])

    assert str(raised.value) == "session 'a' may be any of aa0, aa1, aa2, aa3, aa4 and 2 more: write more of it"


@pytest.mark.parametrize("given", ["Claude Code", "claude-code", "CLAUDE CODE"])
def test_agent(given: str) -> None:
    """An agent's name in any case, with dashes for spaces."""
    assert find_agent(given) == "Claude Code"


def test_unknown_agent() -> None:
    """An agent that nobody reads is bad usage."""
    with pytest.raises(UsageError) as raised:
        find_agent("hal")

    assert str(raised.value) == "--agent 'hal' is no agent that tally reads; it reads Claude Code, pi"


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """One session with two dated names of a model, and one of another."""
    made = Thread(1)
    models = ("claude-opus-4-5-20251101", "us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-6")
    for place, model in enumerate(models):
        made.say(f"msg_{place}", text("."), usage(1, 1, 1), model=model)
    synced(tmp_path / "root", lay(tmp_path / "claude", made))
    opened = open_index(str(tmp_path / "root"))
    assert opened is not None
    return opened


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("claude-opus-4-6", {"claude-opus-4-6"}),
        ("claude-opus-4-5-20251101", {"claude-opus-4-5-20251101"}),
        ("claude-opus-4-5", {"claude-opus-4-5-20251101", "us.anthropic.claude-opus-4-5-20251101-v1:0"}),
        ("opus", set()),
    ],
)
def test_models(index: Index, given: str, expected: set[str]) -> None:
    """A name as written, else every name that means this id."""
    notes: list[str] = []

    assert expected == set(queries.names_of(index, find_models(index, given, notes)).values())
    assert len(notes) == (not expected)


def test_choice(index: Index) -> None:
    """Bounds become whole quarters and edges; names become what the index calls them."""
    choice = Choice(
        ask(
            since_ms=QMS + 1,
            until_ms=9 * QMS,
            project="kiln",
            session="5e55",
            agent="claude-code",
            model="claude-opus-4-6",
        ),
        index,
        {},
    )

    scope, edges = choice.scope(), choice.edge_scope()
    assert (scope.since_q, scope.until_q, choice.edges) == (2, 9, [(QMS + 1, 2 * QMS)])
    assert (scope.project, scope.agent) == ("/srv/kiln", "Claude Code")
    assert scope.session == "5e550000-0001-4000-8000-000000000001"
    assert (edges.since_q, edges.until_q, edges.project) == (None, None, "/srv/kiln")
    assert choice.models is not None
    assert [choice.has_model(model) for model in (*choice.models, -1)] == [True, False]


def test_no_bounds(index: Index) -> None:
    """Without bounds what has no time is in; with an end alone it is out, for it is not known to be before it."""
    assert Choice(ask(), index, {}).scope().since_q is None
    assert Choice(ask(until_ms=NOON), index, {}).scope().since_q == 0
    assert Choice(ask(), index, {}).has_model(-1)


def test_bounds_in_the_wrong_order() -> None:
    """Nothing lies between a later and an earlier moment; that is a slip."""
    with pytest.raises(UsageError, match="--since is not before --until"):
        ask(since_ms=5, until_ms=5)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, True),
        ({"since_ms": 1000}, True),
        ({"since_ms": 1001}, False),
        ({"until_ms": 1501}, True),
        ({"until_ms": 1500}, False),
    ],
)
def test_whole_sessions(index: Index, fields: dict[str, int], expected: bool) -> None:  # noqa: FBT001
    """A session is in where all of it is; one without times only where there are no bounds."""
    choice = Choice(ask(**fields), index, {})
    nowhere = SessionRow(9, "x", None, None, None, None, 0, 0)

    assert expected == choice.has_session(SESSIONS[1])
    assert (not fields) == choice.has_session(nowhere) == choice.has_session(None)


def test_session_of_another_project(index: Index) -> None:
    """A session of another project, id or agent is out."""
    assert not Choice(ask(project="kiln"), index, {}).has_session(SESSIONS[1])
    assert not Choice(ask(session="5e55"), index, {}).has_session(SESSIONS[1])
    assert Choice(ask(agent="claude-code"), index, {}).has_session(SESSIONS[1])
    assert not Choice(ask(agent="claude-code"), index, {}).has_session(None)
