"""What idle sessions left is taken away."""

from __future__ import annotations

import os
from pathlib import Path

from tallystick.kernel import pruning

DAY = 86_400
NOW = 1_796_000_000


def stamp(path: Path, age: float) -> None:
    """Let a file be of an age (s)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.utime(path, (NOW - age, NOW - age))


def test_what_is_idle_goes(tmp_path: Path) -> None:
    """Sessions after seven days with all that is theirs, remainders of killed runs after one; nothing else."""
    gone = ("old.json", "old.wasted", "old.hooks", "old.lock", "orphan.7-256.seen")
    for name in gone:
        stamp(tmp_path / name, 7 * DAY + 1)
    stamp(tmp_path / "young.json.12.new", DAY + 1)
    stamp(tmp_path / "young.json", 7 * DAY - 1)
    kept = ("young.7-256.seen", "young.wasted", "config", "run", ".hidden")
    for name in kept:
        stamp(tmp_path / name, 99 * DAY)
    stamp(tmp_path / "new.json.13.new", 60)

    pruning.prune(os.fsencode(tmp_path), NOW)

    assert {path.name for path in tmp_path.iterdir()} == {*kept, "young.json", "new.json.13.new", ".pruned"}


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    """There is nothing to take away."""
    pruning.prune(os.fsencode(tmp_path / "missing"), NOW)

    assert list(tmp_path.iterdir()) == []


def test_once_a_day(tmp_path: Path) -> None:
    """Due where nobody has looked, and a day after somebody has."""
    folder = os.fsencode(tmp_path)
    assert pruning.is_due(folder, NOW)
    stamp(tmp_path / ".pruned", DAY - 1)
    assert not pruning.is_due(folder, NOW)
    stamp(tmp_path / ".pruned", DAY)
    assert pruning.is_due(folder, NOW)
