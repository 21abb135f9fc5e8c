"""The file of the ledger of context mechanisms."""

from __future__ import annotations

import os
from pathlib import Path

from tallystick.host.mechanism_ledger import append, lines, path_of


def test_lines_come_back(tmp_path: Path) -> None:
    """With their numbers; blank ones are passed over. For this user alone."""
    root = str(tmp_path / "root")
    assert append(root, b"one\n")
    with open(path_of(root), "ab") as file:
        file.write(b"   \n")
    assert append(root, b"two\n")

    assert list(lines(root)) == [(1, b"one\n"), (3, b"two\n")]
    assert os.stat(path_of(root)).st_mode & 0o777 == 0o600


def test_no_ledger(tmp_path: Path) -> None:
    """Nothing is in it."""
    assert list(lines(str(tmp_path))) == []


def test_torn_end(tmp_path: Path) -> None:
    """What a killed writer left behind costs nobody else's line."""
    root = str(tmp_path)
    append(root, b"one\n")
    with open(path_of(root), "ab") as file:
        file.write(b"tor")
    append(root, b"two\n")

    assert [line for _, line in lines(root)] == [b"one\n", b"two\n"]


def test_no_place(tmp_path: Path) -> None:
    """A file where the folder would be, a pipe where the ledger would be, a root that is no path: said, not raised."""
    (tmp_path / "mechanisms").write_text("x")
    assert not append(str(tmp_path), b"one\n")
    assert not append("nul\0", b"one\n")
    pipe = tmp_path / "other" / "mechanisms"
    pipe.mkdir(parents=True)
    os.mkfifo(pipe / "turns.jsonl")
    assert not append(str(tmp_path / "other"), b"one\n")
    assert list(lines(str(tmp_path / "other"))) == []


def test_full_disk(tmp_path: Path) -> None:
    """A device that is full takes nothing."""
    (tmp_path / "mechanisms").mkdir()
    (tmp_path / "mechanisms" / "turns.jsonl").symlink_to("/dev/full")

    assert not append(str(tmp_path), b"one\n")
