"""A tree of transcripts and an index of it, in a place where nobody may go too."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash import corpus
from tests.indexes import Dump, differences, dump, synced


class World:
    """A config folder with transcripts, and a root folder."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.config = base / "config"
        self.root = base / "root"
        self.projects = self.config / "projects"
        corpus.yesterday(self.config)

    def sync(self) -> None:
        """Bring the index up to date, in this process."""
        synced(self.root, self.config)

    def dump(self) -> Dump:
        """What the index says."""
        return dump(self.root, self.config)

    def from_scratch(self) -> Dump:
        """What an index made now would say."""
        root = Path(tempfile.mkdtemp(dir=self.base))
        synced(root, self.config)
        return dump(root, self.config)

    def equals_scratch(self) -> bool:
        """Whether the index says what one made now would."""
        return differences(self.from_scratch(), self.dump()) == {}


@pytest.fixture
def world() -> Iterator[World]:
    """A tree of six transcripts, without an index yet; its folders are open to everybody."""
    base = Path(tempfile.mkdtemp(prefix="tally-trouble-")).resolve()
    os.chmod(base, 0o777)
    made = World(base)
    yield made
    for folder in base.rglob("*"):
        if folder.is_dir():
            os.chmod(folder, 0o700)
    shutil.rmtree(base)


@pytest.fixture
def indexed(world: World) -> World:
    """The same with an index, and with a day's growth that is not in it yet."""
    world.sync()
    corpus.grow(world.config)
    return world


def open_to_all(folder: Path) -> None:
    """Let everybody read and write what is in a folder: the next process is nobody."""
    for path in (folder, *folder.rglob("*")):
        os.chmod(path, 0o777 if path.is_dir() else 0o666)
