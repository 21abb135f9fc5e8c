"""The call that a result answers."""

from __future__ import annotations

from pathlib import Path

from tallystick.model import event
from tallystick.store import calls, events
from tallystick.store.index import open_index
from tests.casebook.thread import Thread, call, usage
from tests.histories import lay
from tests.indexes import synced


def test_find(tmp_path: Path) -> None:
    """A result's call is found in its file by its key; another key finds none."""
    made = Thread(1)
    made.say("msg_a", call("toolu_a", "Bash", command="ls"), usage(1, 1, 1))
    made.give("toolu_a", "kiln")
    synced(tmp_path / "root", lay(tmp_path / "claude", made))
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    with index:
        (row,) = events.find(index, made.session, 2, 1)
        found = calls.find(index, row.file, int(str(row.results[0][4])))

        assert found is not None
        assert (found[0], found[3]) == (1, event.COMMAND)
        assert calls.find(index, row.file, 12345) is None
