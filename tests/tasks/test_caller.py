"""Sessions are kept in memory between calls, no more than a few."""

from __future__ import annotations

from pathlib import Path

from tallystick.accounting.digests import key
from tallystick.tasks.building import Building
from tallystick.tasks.caller import Caller, Memory
from tests.casebook.thread import sid
from tests.mcp.desk import Asked

SCRIPT = "session 1\nask\nread a.py\n"


def test_the_ones_asked_about_last_are_kept() -> None:
    """The one not asked about for longest gives way."""
    memory = Memory()
    first = memory.session(1)

    assert first is memory.session(1)
    for number in (2, 3, 4):
        memory.session(number)
    assert first is memory.session(1)
    memory.session(5)
    assert first is memory.session(1)
    for number in (2, 3, 4, 5):
        memory.session(number)
    assert first is not memory.session(1)


def test_a_call(tmp_path: Path) -> None:
    """Its index, its session, and that session's history."""
    asked = Asked(tmp_path, SCRIPT)
    caller = Caller(asked.place, Memory(), Building(asked.place), None)

    with caller.index() as index:
        assert index is not None
        session = caller.session(index, None, None)
        assert (sid(1), key(sid(1))) == (session, caller.history(index, session).session_key)
    assert caller.now_ms > 1_700_000_000_000
