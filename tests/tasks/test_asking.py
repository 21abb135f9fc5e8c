"""Which session is meant, and that its transcripts alone are brought up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import Ambiguous, IndexBusy, NotFound
from tallystick.host.environment import Surroundings
from tallystick.host.locks import Lock
from tallystick.store.index import Index, open_index
from tallystick.tasks import asking
from tests.casebook.thread import sid
from tests.indexes import dump, synced
from tests.scenes import Scene

SCRIPT = """
session 1
ask
say
session 2 at=9000
ask
say
"""


def laid(folder: Path, script: str = SCRIPT) -> None:
    """Write a scene."""
    Scene(script).lay(folder / "config")


def opened(folder: Path) -> Index:
    """The index, which is there."""
    index = open_index(str(folder / "root"))
    assert index is not None
    return index


def place(folder: Path, **environ: str) -> Surroundings:
    """Where a server runs."""
    return Surroundings(str(folder / "root"), [str(folder / "config")], {"HOME": str(folder), **environ}, 0)


@pytest.fixture
def indexed(tmp_path: Path) -> Path:
    """A folder with an index of two sessions."""
    laid(tmp_path)
    synced(tmp_path / "root", tmp_path / "config")
    return tmp_path


def test_which_session(indexed: Path) -> None:
    """The one named, else the caller's own, else the newest of the folder."""
    own = {"CLAUDE_CODE_SESSION_ID": "own"}
    with opened(indexed) as index:
        assert sid(1) == asking.choose(index, place(indexed, **own), sid(1), None)
        assert sid(2) == asking.choose(index, place(indexed, **own), sid(2)[:13], None)
        assert "new" == asking.choose(index, place(indexed, **own), "new", None)
        assert "own" == asking.choose(index, place(indexed, **own), None, "/srv/kiln")
        assert sid(2) == asking.choose(index, place(indexed), None, "/srv/kiln/")
        assert sid(2) == asking.choose(index, place(indexed, CLAUDE_PROJECT_DIR="/srv/kiln"), None, None)
        assert sid(2) == asking.choose(index, place(indexed, PWD="/srv/kiln"), None, None)
        with pytest.raises(Ambiguous, match="write more of it"):
            asking.choose(index, place(indexed), sid(1)[:9], None)
        for given in ({}, {"PWD": "/srv"}):
            with pytest.raises(NotFound, match="name one, or run tally sync"):
                asking.choose(index, place(indexed, **given), None, None)


def test_only_its_own_files(indexed: Path) -> None:
    """Both sessions went on; only the one asked about is read, with a child that is new. Nobody is taken for gone."""
    laid(indexed, SCRIPT.replace("say\n", "say\nsay\n", 2) + "child a of 1 at=5 unlinked\nsay\n")
    with opened(indexed) as index:
        asking.bring_up_to_date(index, place(indexed), sid(1))
        asking.bring_up_to_date(index, place(indexed), sid(1))
        lines = dict(index.db.execute("SELECT transcript, line FROM file"))
        states = {state for (state,) in index.db.execute("SELECT state FROM file")}

    assert {sid(1): 3, "a": 2, sid(2): 2} == lines
    assert {0} == states


def test_the_rest_is_as_if_nothing_had_been(indexed: Path) -> None:
    """A whole sync afterwards gives what one from nothing gives."""
    laid(indexed / "later", SCRIPT + "say\nsession 3\nsay\n")
    for path in (indexed / "later").rglob("*.jsonl"):
        if path.stem != sid(1):  # which nobody touched
            (indexed / path.relative_to(indexed / "later")).write_bytes(path.read_bytes())
    with opened(indexed) as index:
        asking.bring_up_to_date(index, place(indexed), sid(2))
        asking.bring_up_to_date(index, place(indexed), sid(3))
    synced(indexed / "root", indexed / "config")
    synced(indexed / "anew", indexed / "config")

    assert dump(indexed / "anew", indexed) == dump(indexed / "root", indexed)


def test_what_is_no_session(indexed: Path) -> None:
    """No transcript bears that name; a name is never taken for a path."""
    with opened(indexed) as index:
        for name in ("none", "../config/projects/-srv-kiln/" + sid(1), "/etc/passwd"):
            with pytest.raises(NotFound, match="no transcript of session"):
                asking.bring_up_to_date(index, place(indexed), name)


def test_a_transcript_that_is_gone(indexed: Path) -> None:
    """What the index holds of it still answers."""
    next((indexed / "config").rglob(f"{sid(1)}.jsonl")).unlink()
    with opened(indexed) as index:
        asking.bring_up_to_date(index, place(indexed), sid(1))


def test_an_index_that_is_being_written(indexed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent does not wait for long."""
    monkeypatch.setattr(asking, "_PATIENCE", 0.01)
    laid(indexed, SCRIPT.replace("say\n", "say\nsay\n"))
    with opened(indexed) as index, Lock(str(indexed / "root" / "index.lock"), wait=1), pytest.raises(IndexBusy):
        asking.bring_up_to_date(index, place(indexed), sid(1))
