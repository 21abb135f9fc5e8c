"""Histories as detectors see them, made of scenes: written as transcripts, indexed, and read back."""

from __future__ import annotations

from pathlib import Path

from tallystick.model.history import History, Thread
from tallystick.store.histories import histories
from tallystick.store.index import open_index
from tests.indexes import synced
from tests.scenes import Scene

WINDOW = 5 * 3_600_000


def window_of(ms: int) -> int:
    """Windows of five hours from the epoch on."""
    return ms - ms % WINDOW


def pasts(folder: Path, script: str) -> list[History]:
    """The histories of a scene, in the order of the index."""
    Scene(script).lay(folder / "config")
    return indexed(folder)


def indexed(folder: Path) -> list[History]:
    """The histories of what lies under a folder's `config`."""
    synced(folder / "root", folder / "config")
    index = open_index(str(folder / "root"))
    assert index is not None
    with index:
        return list(histories(index, window_of))


def past(folder: Path, script: str) -> History:
    """The only history of a scene."""
    (found,) = pasts(folder, script)
    return found


def main(folder: Path, script: str) -> Thread:
    """The main thread of a scene's only session."""
    return past(folder, script).threads[0]
