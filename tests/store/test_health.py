"""What the doctor asks the index."""

from __future__ import annotations

from pathlib import Path

from tallystick.model.transcript_file import GONE, PRESENT, UNREADABLE
from tallystick.store import health, schema
from tallystick.store.index import open_index
from tests.casebook.thread import Thread, text, usage
from tests.histories import lay, thread
from tests.indexes import synced


def test_health(tmp_path: Path) -> None:
    """Two sessions and an unlinked child; one transcript goes, and is still counted."""
    child = Thread(1, agent="ab12cd3")
    child.say("msg_child", text("Glazed."), usage(1, 2, 3))
    config = lay(tmp_path / "claude", thread(1), thread(2), child)
    synced(tmp_path / "root", config)
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        before = health.state(index)
        assert health.state(index) == before
    gone = config / "projects" / "-srv-kiln" / f"{thread(2).session}.jsonl"
    gone.unlink()
    synced(tmp_path / "root", config)

    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        assert health.state(index) != before
        assert health.version(index) == schema.VERSION
        assert health.journal(index) in {"wal", "delete"}
        assert health.paths(index, GONE) == [str(gone)]
        assert len(health.paths(index, PRESENT)) == 2
        assert health.oldest(index, GONE) == 1_772_442_000_000
        assert health.oldest(index, UNREADABLE) is None
        assert health.unlinked(index) == 1
        assert health.responses(index) == 3
        assert health.sessions(index) == 2
