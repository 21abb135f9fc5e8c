"""Small files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.host import whole_files
from tallystick.host.whole_files import make_folder, replace, write_all


def mode_of(path: Path) -> str:
    """The permissions of a file or folder."""
    return f"{path.stat().st_mode & 0o7777:o}"


def test_a_new_file_is_ours_alone(tmp_path: Path) -> None:
    """0600 unless told otherwise, whatever the umask."""
    before = os.umask(0)
    try:
        replace(str(tmp_path / "a"), b"1")
        replace(str(tmp_path / "b"), b"2", 0o644)
    finally:
        os.umask(before)

    assert (b"1", "600") == ((tmp_path / "a").read_bytes(), mode_of(tmp_path / "a"))
    assert "644" == mode_of(tmp_path / "b")


def test_an_old_file_is_replaced(tmp_path: Path) -> None:
    """Also where a link stands: the link goes, what it led to stays."""
    (tmp_path / "far").write_bytes(b"far")
    (tmp_path / "near").symlink_to("far")
    replace(str(tmp_path / "near"), b"new")

    assert (b"new", b"far") == ((tmp_path / "near").read_bytes(), (tmp_path / "far").read_bytes())
    assert ["far", "near"] == sorted(os.listdir(tmp_path))


def test_a_failure_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file is as it was, and no part of the new one lies beside it."""
    (tmp_path / "a").write_bytes(b"old")

    def full(handle: int, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole_files, "write_all", full)
    with pytest.raises(OSError, match="No space left"):
        replace(str(tmp_path / "a"), b"new")

    assert {"a": b"old"} == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_short_writes_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that takes three bytes at a time still writes all seven."""
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[:3]))
    handle = os.open(tmp_path / "a", os.O_WRONLY | os.O_CREAT, 0o600)
    write_all(handle, b"1234567")
    os.close(handle)

    assert b"1234567" == (tmp_path / "a").read_bytes()


def test_a_folder_of_ours(tmp_path: Path) -> None:
    """0700, and no fault where it is there already."""
    for _ in range(2):
        make_folder(str(tmp_path / "x" / "y"))

    assert "700" == mode_of(tmp_path / "x" / "y")
