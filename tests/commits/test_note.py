"""The note between the hook before the editor and the one behind it."""

from __future__ import annotations

import os
from pathlib import Path

from tallystick.commits import note
from tallystick.host.commit_stub import NOTE


def test_a_note_is_taken_once(tmp_path: Path) -> None:
    """Its kind, and the lines of a template byte for byte."""
    folder = os.fsencode(tmp_path)
    assert note.take(folder) == ("", [])
    note.leave(folder, note.LATER, [b"What:", b"caf\xe9"])
    assert note.take(folder) == (note.LATER, [b"What:", b"caf\xe9"])
    assert note.take(folder) == ("", [])
    note.leave(folder, note.STAMPED, [])
    assert note.take(folder) == (note.STAMPED, [])
    assert list(tmp_path.iterdir()) == []


def test_where_it_cannot_be_left(tmp_path: Path) -> None:
    """Then there is none."""
    note.leave(os.fsencode(tmp_path / "missing"), note.LATER, [])
    assert note.take(os.fsencode(tmp_path / "missing")) == ("", [])


def test_its_name_is_the_one_that_hooks_look_for() -> None:
    """They start no Python where it is not there."""
    assert note.NAME == NOTE
