"""Reading a transcript again: line by line, the long ones passed over, none but one the index knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import NotFound, UsageError
from tallystick.store.index import Index, open_index
from tallystick.tasks import forgotten as task
from tests.casebook.thread import sid
from tests.pasts import pasts

SCRIPT = """
session 1
say "I decided to fire at 1240 degrees, not higher."
compact
"""


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """An index of one session that was compacted."""
    pasts(tmp_path, SCRIPT)
    found = open_index(str(tmp_path / "root"))
    assert found is not None
    return found


def found(index: Index, *classes: str, limit: int = 40) -> task.Forgotten:
    """What is forgotten."""
    return task.forgotten(index, sid(1), number=None, classes=classes, limit=limit)


def test_a_long_line_is_passed_over(index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines behind it keep their numbers; a last line without line feed counts."""
    path = next((tmp_path / "config").rglob("*.jsonl"))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"x" * 5000 + b"\n" + b"".join(lines)[:-1])
    monkeypatch.setattr(task, "LONGEST", 2000)

    assert [2] == [one.line for one in found(index).decisions]
    index.db.close()


def test_limits(index: Index) -> None:
    """At least one, at most two hundred; a class that is none is named."""
    assert (1, 1, 1) == (found(index).rounds, found(index, limit=0).dropped, len(found(index, limit=999).decisions))
    assert 0 == found(index, "reason").dropped
    with pytest.raises(UsageError, match="there is no class 'guess'; there are decision, rejected, reason"):
        found(index, "guess")
    index.db.close()


def test_it_refuses_what_is_gone(index: Index, tmp_path: Path) -> None:
    """Gone, or no file that can be opened any more."""
    path = next((tmp_path / "config").rglob("*.jsonl"))
    path.rename(tmp_path / "elsewhere")
    with pytest.raises(NotFound, match="is gone"):
        found(index)
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotFound, match="cannot be read"):
        found(index)
    index.db.close()
