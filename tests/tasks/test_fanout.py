"""What children acquired: shown by the transcripts, which may be gone."""

from __future__ import annotations

from pathlib import Path

from tallystick.store.index import open_index
from tallystick.tasks import fanout
from tests.pasts import past

SCRIPT = """
session 1
read main.py
spawn a
child a of 1 at=10
run "ls" x
run "cat  spec.md" y chars=800
"""


def test_command_texts(tmp_path: Path) -> None:
    """Short, on one line; nothing where the transcript is gone or is no longer what it was."""
    history = past(tmp_path, SCRIPT.replace("cat  spec.md", "cat " + "spec.md " * 40))
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        page = fanout.Page(index, history, limit=1, cursor=None)
        assert (2, True) == (page.total, page.has_more)
        assert ("cat " + "spec.md " * 40)[:159] + "…" == page.rows[0]["what"]
        path = next((tmp_path / "config").rglob("agent-a.jsonl"))
        path.write_text(path.read_text("utf-8").replace('"command"', '"commando"'), "utf-8")
        assert "" == fanout.Page(index, history, limit=1, cursor=None).rows[0]["what"]
        path.unlink()
        assert "" == fanout.Page(index, history, limit=1, cursor=None).rows[0]["what"]


def test_the_parents_own_is_not_its_childrens(tmp_path: Path) -> None:
    """The main thread's reading is none of theirs."""
    assert [fanout.COMMAND] * 2 == [one.kind for one in fanout.acquired(past(tmp_path, SCRIPT))]
