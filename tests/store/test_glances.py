"""What is kept of sessions: until a fold touches one of them, and never what another process has made old."""

from __future__ import annotations

from pathlib import Path

from tallystick.store import glances, health
from tallystick.store.index import open_index
from tests.indexes import synced
from tests.pasts import pasts
from tests.scenes import Scene

SCRIPT = "session 1\nask\nread a.py\nsession 2 at=50\nask\nread a.py"


def test_kept_until_the_session_changes(tmp_path: Path) -> None:
    """One session's line more drops its row and leaves the other's."""
    first, second = pasts(tmp_path, SCRIPT)
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        rows = {first.session_key: b"1", second.session_key: b"2"}
        glances.keep(index, "v1", rows, health.state(index))
        assert glances.load(index, "v1") == rows
        assert glances.load(index, "v2") == {}

    (path,) = (tmp_path / "config").glob(f"projects/*/{second.session}.jsonl")
    grown = Scene(f"{SCRIPT}\nsay more").threads["2"].data()
    assert grown.startswith(path.read_bytes())
    path.write_bytes(grown)
    synced(tmp_path / "root", tmp_path / "config")

    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        assert glances.load(index, "v1") == {first.session_key: b"1"}


def test_another_stamp_takes_its_place(tmp_path: Path) -> None:
    """Rows of an older version go when the first of a newer one comes."""
    (first, _) = pasts(tmp_path, SCRIPT)
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        for stamp in ("v1", "v2"):
            glances.keep(index, stamp, {first.session_key: stamp.encode()}, health.state(index))

        assert (glances.load(index, "v1"), glances.load(index, "v2")) == ({}, {first.session_key: b"v2"})


def test_what_was_overtaken_is_not_kept(tmp_path: Path) -> None:
    """Where the index has changed since it was read."""
    (first, _) = pasts(tmp_path, SCRIPT)
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        glances.keep(index, "v1", {first.session_key: b"1"}, f"{health.state(index)}1")

        assert glances.load(index, "v1") == {}


def test_an_index_that_cannot_be_written(tmp_path: Path) -> None:
    """Another process holds it, or it is an older one that lacks the table: nothing is kept, and nobody fails."""
    (first, _) = pasts(tmp_path, SCRIPT)
    index, other = (open_index(str(tmp_path / "root")) for _ in range(2))
    assert index is not None
    assert other is not None
    with index, other:
        index.db.execute("PRAGMA busy_timeout=10")
        other.db.execute("BEGIN IMMEDIATE")
        glances.keep(index, "v1", {first.session_key: b"1"}, health.state(index))
        other.db.execute("ROLLBACK")
        assert glances.load(index, "v1") == {}

        index.db.execute("DROP TABLE glance")
        assert glances.load(index, "v1") == {}
