"""Forgetting removes for good: rows, names, backups, and the way back. Killed in the middle: tests/crash/."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tallystick.accounting.digests import key
from tallystick.store import forgetting
from tallystick.store.index import NAME, open_index
from tests.casebook.thread import Thread, sid, text, usage
from tests.crash import corpus
from tests.crash.corpus import put
from tests.indexes import differences, dump, synced


def forget(root: Path, *sessions: str) -> int:
    """Forget sessions; how many transcripts that were."""
    opened = open_index(str(root))
    assert opened is not None
    with opened as index:
        return forgetting.forget(index, {key(session) for session in sessions})


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The small tree, indexed."""
    corpus.yesterday(tmp_path)
    synced(tmp_path / "root", tmp_path)
    return tmp_path


def test_what_is_left_is_what_the_rest_alone_would_give(config: Path) -> None:
    """Every table, but for the hashes that keep it away."""
    root = config / "root"

    assert 1 == forget(root, corpus.FORGOTTEN)

    shutil.copytree(config / "projects", config / "copy" / "projects")
    (config / "copy" / "projects" / "b" / f"{corpus.FORGOTTEN}.jsonl").unlink()
    synced(config / "other", config / "copy")
    left = differences(dump(config / "other", config / "copy"), dump(root, config))
    assert {"forgotten"} == left.keys()


def test_it_does_not_come_back(config: Path) -> None:
    """Not by the next sync, not grown, and not from another place."""
    root, path = config / "root", config / "projects" / "b" / f"{corpus.FORGOTTEN}.jsonl"
    forget(root, corpus.FORGOTTEN)
    after = dump(root, config)

    assert 0 == synced(root, config).changed
    with path.open("ab") as file:
        file.write(corpus.talk(3, 5).data())
    synced(root, config)
    assert differences(after, dump(root, config)) == {}
    path.rename(path.with_name("elsewhere.jsonl"))
    synced(root, config)
    assert differences(after, dump(root, config)) == {}


def test_its_words_are_nowhere_in_the_file(config: Path) -> None:
    """Session, directory and program are not in a free page either."""
    root = config / "root"
    opened = open_index(str(root))
    assert opened is not None
    with opened as index:
        index.keep("wasted", "1", corpus.FORGOTTEN.encode())  # as what was computed may name it
    assert (
        corpus.FORGOTTEN.encode() in (root / NAME).read_bytes() + (root / f"{NAME}-wal").read_bytes()
        if (root / f"{NAME}-wal").exists()
        else True
    )

    forget(root, corpus.FORGOTTEN)

    for path in root.iterdir():
        assert corpus.FORGOTTEN.encode() not in path.read_bytes()
        assert b"/srv/kiln3" not in path.read_bytes()


def test_a_child_goes_with_its_session(config: Path) -> None:
    """Main transcript and child are one session's: two files."""
    assert 2 == forget(config / "root", sid(1))

    found = dump(config / "root", config)
    assert not any(sid(1) in str(row) for row in found["file"])


def test_copies_in_a_fork_are_the_forks(tmp_path: Path) -> None:
    """Also where they say whose they were."""
    one, fork = Thread(1), Thread(2)
    one.say("m", text("x"), usage(1, 2, 3))
    fork.lines = [{**one.lines[0], "sessionId": fork.session, "requestSessionId": one.session}]
    for thread in (one, fork):
        put(tmp_path, f"x/{thread.session}.jsonl", thread.data())
    synced(tmp_path / "root", tmp_path)

    forget(tmp_path / "root", sid(1))

    (row,) = dump(tmp_path / "root", tmp_path)["response"]
    assert (key("m"), key(sid(2))) == (row[0], row[4])


def test_forgetting_nothing_changes_nothing(config: Path) -> None:
    """A session that the index does not know."""
    before = dump(config / "root", config)

    assert 0 == forget(config / "root", "nobody")
    assert differences(before, dump(config / "root", config)) == {}
