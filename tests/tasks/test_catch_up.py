"""Bringing an index up to date: batches of files, each in one transaction."""

from __future__ import annotations

from pathlib import Path
from sqlite3 import OperationalError

import pytest

from tallystick.store import backups
from tallystick.tasks import catch_up
from tests.crash import corpus
from tests.indexes import differences, dump, synced


@pytest.mark.parametrize(("files", "size"), [(1, 1 << 20), (25, 1 << 20), (1000, 1), (1000, 1 << 30)])
def test_any_size_of_batch_gives_one_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: int, size: int
) -> None:
    """One file at a time, or all of them."""
    corpus.yesterday(tmp_path)
    synced(tmp_path / "root", tmp_path)
    corpus.grow(tmp_path)
    monkeypatch.setattr(catch_up, "_FILES", files)
    monkeypatch.setattr(catch_up, "_BYTES", size)

    assert 28 == synced(tmp_path / "root", tmp_path).changed

    synced(tmp_path / "scratch", tmp_path)
    assert differences(dump(tmp_path / "scratch", tmp_path), dump(tmp_path / "root", tmp_path)) == {}


@pytest.mark.parametrize("typed", [True, False])
def test_either_decoder_gives_one_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, typed: bool) -> None:
    """Which of them is quicker is decided by size alone."""
    corpus.yesterday(tmp_path)
    synced(tmp_path / "root", tmp_path)
    corpus.grow(tmp_path)
    monkeypatch.setattr(catch_up, "_SMALL", -1 if typed else 1 << 40)

    synced(tmp_path / "root", tmp_path)

    synced(tmp_path / "scratch", tmp_path)
    assert differences(dump(tmp_path / "scratch", tmp_path), dump(tmp_path / "root", tmp_path)) == {}


@pytest.mark.parametrize("fault", [OSError(28, "no room"), OperationalError("database or disk is full")])
def test_a_backup_that_cannot_be_made_fails_no_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """It is tried again next time."""
    corpus.yesterday(tmp_path)
    synced(tmp_path / "root", tmp_path)
    corpus.grow(tmp_path)
    tried: list[str] = []

    def fail(_: object, day: str, __: int) -> str:
        tried.append(day)
        raise fault

    monkeypatch.setattr(backups, "due", lambda *_: True)
    monkeypatch.setattr(backups, "copy", fail)

    assert 28 == synced(tmp_path / "root", tmp_path).changed
    assert 1 == len(tried)
