"""What is asked of one session."""

from __future__ import annotations

from pathlib import Path

from tallystick.accounting.digests import key
from tallystick.store import asked
from tallystick.store.index import open_index
from tests.casebook.thread import sid
from tests.pasts import pasts

SCRIPT = """
session 1
ask
say
spawn a
child a of 1 at=5
read kiln.py
session 2 at=9000
ask
say
session 3 at=5000 cwd=/srv/other
ask
say
"""


def test_one_session(tmp_path: Path) -> None:
    """By the start of its id, by its folder, by its key."""
    pasts(tmp_path, SCRIPT)
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        assert [sid(1), sid(2), sid(3)] == asked.sessions_like(index, sid(1)[:10])
        assert [sid(3)] == asked.sessions_like(index, sid(3)[:13])
        assert [] == asked.sessions_like(index, "%")
        assert sid(2) == asked.newest_session(index, "/srv/kiln")
        assert asked.newest_session(index, "/srv") is None
        assert (True, False) == (asked.has_session(index, key(sid(1))), asked.has_session(index, 5))
        ((path, agent),) = asked.main_transcripts(index, key(sid(1)))
        assert (True, "Claude Code") == (path.endswith(f"{sid(1)}.jsonl"), agent)
