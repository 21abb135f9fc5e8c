"""What the hooks could not do, kept for whoever asks."""

from __future__ import annotations

import os
from pathlib import Path

from tallystick.kernel.hooknotes import note, notes


def test_the_last_few(tmp_path: Path) -> None:
    """The newest last, each on one line; what was said before has a new time."""
    root = os.fsencode(tmp_path)
    assert notes(root) == []
    for second in range(7):
        note(root, f"fault\n {second}", second)
    note(root, "fault 4", 60)

    assert notes(root) == [
        ("1970-01-01T00:00:02Z", "fault 2"),
        ("1970-01-01T00:00:03Z", "fault 3"),
        ("1970-01-01T00:00:05Z", "fault 5"),
        ("1970-01-01T00:00:06Z", "fault 6"),
        ("1970-01-01T00:01:00Z", "fault 4"),
    ]
    assert (tmp_path / "hooks" / "notes").stat().st_mode & 0o077 == 0


def test_a_long_one(tmp_path: Path) -> None:
    """Is cut."""
    note(os.fsencode(tmp_path), "x" * 5000, 0)

    assert notes(os.fsencode(tmp_path)) == [("1970-01-01T00:00:00Z", "x" * 300)]


def test_nowhere_to_keep_it(tmp_path: Path) -> None:
    """Nothing happens."""
    (tmp_path / "file").touch()
    note(os.fsencode(tmp_path / "file"), "x", 0)

    assert notes(os.fsencode(tmp_path / "file")) == []
