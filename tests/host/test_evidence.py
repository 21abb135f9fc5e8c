"""Texts beside a ledger."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.host import evidence


def test_beside(tmp_path: Path) -> None:
    """A path begins at the ledger's folder."""
    (tmp_path / "t.transform_debug").mkdir()
    (tmp_path / "t.transform_debug" / "x.txt").write_bytes(b"text")

    assert evidence.beside(str(tmp_path / "t.jsonl"))("t.transform_debug/x.txt") == b"text"


def test_texts(tmp_path: Path) -> None:
    """Everything in the folder that is called after the ledger; none where there is none."""
    (tmp_path / "t.transform_debug").mkdir()
    (tmp_path / "t.transform_debug" / "x.txt").touch()

    assert evidence.texts(str(tmp_path / "t.jsonl")) == ["t.transform_debug/x.txt"]
    assert evidence.texts(str(tmp_path / "other.jsonl")) == []


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "leads out of the ledger's folder"),
        ("/etc/hosts", "leads out of the ledger's folder"),
        ("../x", "leads out of the ledger's folder"),
        ("a/../../x", "leads out of the ledger's folder"),
        ("a\0b", "leads out of the ledger's folder"),
        ("gone", "No such file or directory"),
        ("fifo", "is no regular file"),
        ("link", "Too many levels of symbolic links"),
        ("large", "is larger than 256 MiB"),
    ],
)
def test_not_to_be_had(tmp_path: Path, path: str, reason: str) -> None:
    """A path that leads elsewhere, or to something that is no text, is a reason; nothing is waited for."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to("/etc/hosts")
    with (tmp_path / "large").open("wb") as file:
        file.truncate((1 << 28) + 1)

    assert evidence.beside(str(tmp_path / "t.jsonl"))(path) == reason
