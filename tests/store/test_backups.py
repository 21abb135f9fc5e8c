"""Copies of the index: one a week while it changes, two of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallystick.store import backups
from tallystick.store.index import NAME, Index, open_index
from tests.crash import corpus
from tests.indexes import differences, dump, synced

WEEK = 604_800_000


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The small tree, indexed."""
    corpus.yesterday(tmp_path)
    synced(tmp_path / "root", tmp_path)
    return tmp_path


@pytest.fixture
def index(config: Path) -> Iterator[Index]:
    """Its index, open."""
    opened = open_index(str(config / "root"))
    assert opened is not None
    with opened:
        yield opened


def test_a_copy_is_due_a_week_after_the_last(index: Index) -> None:
    """A new index counts as one that has just been copied; without a note there is nothing to count from."""
    backups.note(index, 1000)

    assert (False, True) == (backups.due(index, 1000 + WEEK - 1), backups.due(index, 1000 + WEEK))
    index.db.execute("DELETE FROM meta WHERE key = 'backup_at'")
    assert not backups.due(index, 10 * WEEK)


def test_a_copy_says_what_the_index_says(index: Index, config: Path) -> None:
    """It is a whole database, for its user alone."""
    path = Path(backups.copy(index, "2026-03-02", 5))

    assert config / "root" / "backups" / "index-2026-03-02.sqlite3" == path
    assert (0o600, 0o700) == (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777)
    restored = config / "restored"
    restored.mkdir()
    path.rename(restored / NAME)
    assert differences(dump(config / "root", config), dump(restored, config)) == {}
    assert 5 == index.meta("backup_at")


def test_two_are_kept(index: Index) -> None:
    """The oldest goes; one of the same day takes the other's place; what a killed process left is no copy."""
    folder = Path(index.path).parent / "backups"
    for day in ("2026-03-02", "2026-03-09", "2026-03-16"):
        backups.copy(index, day, 1)
    (folder / "index-2026-03-16.sqlite3.making").write_bytes(b"half")
    (folder / "index-2026-03-16.sqlite3.making-journal").write_bytes(b"half")
    backups.copy(index, "2026-03-16", 2)

    assert ["index-2026-03-09.sqlite3", "index-2026-03-16.sqlite3"] == sorted(os.listdir(folder))
    assert backups.kept(index) == [str(folder / name) for name in sorted(os.listdir(folder))]


def test_dropping_removes_them_all(index: Index) -> None:
    """Each may hold what was just forgotten."""
    backups.copy(index, "2026-03-02", 1)

    assert (1, [], 0) == (backups.drop(index), backups.kept(index), backups.drop(index))


def test_a_sync_makes_one_when_it_is_due(index: Index, config: Path) -> None:
    """Only when something changed; the clock is the environment's."""
    backups.note(index, 0)
    synced(config / "root", config)
    assert [] == backups.kept(index)

    corpus.grow(config)
    synced(config / "root", config)

    assert 1 == len(backups.kept(index))
    corpus.spoil(config)
    synced(config / "root", config)
    assert 1 == len(backups.kept(index))
