"""Forks: what a session's client may have carried over."""

from __future__ import annotations

from pathlib import Path

from tallystick.model.answers import SessionRow
from tallystick.store import forks, queries
from tallystick.store.index import open_index
from tests.casebook.thread import Thread, text, usage
from tests.histories import lay
from tests.indexes import synced


def session(key: int, parent: int) -> SessionRow:
    """A session that was forked from another, 0 for none."""
    return SessionRow(key, str(key), None, None, None, None, 0, parent)


def test_ancestors() -> None:
    """The chain up to a session that is no fork, or is not known; a ring ends."""
    sessions = {key: session(key, parent) for key, parent in ((1, 0), (2, 1), (3, 2), (4, 9), (5, 6), (6, 5))}

    assert [forks.ancestors(sessions, key) for key in (1, 3, 4, 5)] == [[], [2, 1], [9], [6, 5]]


def test_totals(tmp_path: Path) -> None:
    """A fork of two copied lines and one of its own: with what its parent spent before it, and without the copies."""
    parent = Thread(1)
    for place in range(3):
        parent.say(f"msg_{place}", text("."), usage(10**place, 0, 0))
    fork = Thread(2)
    fork.lines = [line | {"sessionId": fork.session} for line in parent.lines[1:]]
    fork.at(100).say("msg_own", text("."), usage(1000, 0, 0))
    parent.at(200).say("msg_later", text("."), usage(5000, 0, 0))
    synced(tmp_path / "root", lay(tmp_path / "claude", parent, fork))
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    keys = {row.id: key for key, row in queries.sessions(index).items()}
    older, key = keys[parent.session], keys[fork.session]

    before = [(row.input, prompt) for row, prompt, _ in forks.totals_before(index, key, [older])]
    owned = [row.input for row, _, _ in forks.totals_owned(index, key)]

    assert sorted(before) == [(n, n) for n in (1, 10, 100, 1000)]
    assert owned == [1000]
    assert sorted(row.input for row, _, _ in queries.session_totals(index, key)) == [10, 100, 1000]
