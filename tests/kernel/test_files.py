"""Files of a short-lived process: nothing raises, nothing is half written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.kernel import files


def test_what_is_read(tmp_path: Path) -> None:
    """A regular file up to a size, through links; nothing else."""
    path = tmp_path / "a"
    path.write_bytes(b"caf\xc3\xa9 \xff")
    (tmp_path / "link").symlink_to(path)
    os.mkfifo(tmp_path / "fifo")

    assert files.read_file(os.fsencode(path)) == b"caf\xc3\xa9 \xff"
    assert files.read_text(os.fsencode(tmp_path / "link")) == "café \udcff"
    assert files.read_file(os.fsencode(path), 7) == b"caf\xc3\xa9 \xff"
    assert files.read_file(os.fsencode(path), 6) is None
    for name in ("fifo", "missing", ""):
        assert files.read_file(os.fsencode(tmp_path / name)) is None
        assert files.read_text(os.fsencode(tmp_path / name)) == ""
    assert files.read_file(b"/dev/zero") is None
    assert files.read_file(b"a\0b") is None


def test_a_file_that_fails_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is as if it were not there."""

    def broken(*args: object) -> bytes:
        raise OSError

    (tmp_path / "a").touch()
    monkeypatch.setattr(files, "pread", broken)

    assert files.read_file(os.fsencode(tmp_path / "a")) is None


def test_times(tmp_path: Path) -> None:
    """When a file changed; 0 where there is none."""
    (tmp_path / "a").touch()
    os.utime(tmp_path / "a", ns=(5, 7))

    assert files.mtime_ns(os.fsencode(tmp_path / "a")) == 7
    assert files.mtime_ns(os.fsencode(tmp_path / "b")) == files.mtime_ns(b"\0") == 0


def test_canonical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links are followed, by the system or, where it cannot say, by hand."""
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").touch()
    (tmp_path / "link").symlink_to("real")
    expected, path = os.fsencode(tmp_path.resolve() / "real" / "a"), os.fsencode(tmp_path / "link" / "a")

    assert files.canonical(path) == expected
    assert files.canonical(path + b"x") is None
    assert files.canonical(b"\0") is None

    def unknown(path: bytes) -> bytes:
        raise OSError

    monkeypatch.setattr(files, "readlink", unknown)
    assert files.canonical(path) == expected


def test_folders(tmp_path: Path) -> None:
    """Those above are made too, for this user alone; what cannot be made is said."""
    (tmp_path / "file").touch()

    assert files.make_folder(os.fsencode(tmp_path / "a" / "b" / "c"))
    assert files.make_folder(os.fsencode(tmp_path / "a" / "b" / "c"))
    assert (tmp_path / "a" / "b").stat().st_mode & 0o777 == 0o700
    assert not files.make_folder(os.fsencode(tmp_path / "file" / "b"))
    assert not files.make_folder(b"")


def test_a_folder_where_none_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below a link to nothing, and in a file system that makes none; it is asked no more than once for each."""
    (tmp_path / "link").symlink_to(tmp_path / "gone")

    assert not files.make_folder(os.fsencode(tmp_path / "link" / "a" / "b"))
    assert not files.make_folder(b"/proc/nope/usage")
    asked: list[bytes] = []

    def faster(path: bytes, mode: int) -> None:
        asked.append(path)
        raise FileNotFoundError if asked == [b"/a/b"] else FileExistsError

    monkeypatch.setattr(files, "mkdir", faster)
    assert files.make_folder(b"/a/b")
    assert asked == [b"/a/b", b"/a", b"/a/b"]


def test_put(tmp_path: Path) -> None:
    """The new content for this user alone, and nothing left beside it."""
    path = tmp_path / "a"
    for content in (b"one", b"two"):
        assert files.put(os.fsencode(path), content)
        assert path.read_bytes() == content
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["a"]


def test_put_where_it_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is missing, a place that is a folder, a disk that takes a part or nothing: the old content stays."""
    path = tmp_path / "a"
    path.write_bytes(b"old")
    (tmp_path / "folder").mkdir()

    assert not files.put(os.fsencode(tmp_path / "missing" / "a"), b"new")
    assert not files.put(os.fsencode(tmp_path / "folder"), b"new")
    monkeypatch.setattr(files, "write", lambda handle, data: len(data) - 1)
    assert not files.put(os.fsencode(path), b"new")

    def full(handle: int, data: bytes) -> int:
        raise OSError

    monkeypatch.setattr(files, "write", full)
    assert not files.put(os.fsencode(path), b"new")
    assert not files.append(os.fsencode(path), b"new")
    assert path.read_bytes() == b"old"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a", "folder"]


def test_what_a_killed_process_left(tmp_path: Path) -> None:
    """A remainder under our own number stops one write, and no second one."""
    path = tmp_path / "a"
    (tmp_path / f"a.{os.getpid()}.new").touch()

    assert not files.put(os.fsencode(path), b"new")
    assert files.put(os.fsencode(path), b"new")


def test_append(tmp_path: Path) -> None:
    """One line more; a torn one before it is ended first; a link is not followed."""
    path = tmp_path / "a"
    assert files.append(os.fsencode(path), b"one")
    path.write_bytes(path.read_bytes() + b"torn")
    assert files.append(os.fsencode(path), b"two")
    assert path.read_bytes() == b"one\ntorn\ntwo\n"
    assert path.stat().st_mode & 0o777 == 0o600
    (tmp_path / "link").symlink_to(path)
    assert not files.append(os.fsencode(tmp_path / "link"), b"three")


def test_remove(tmp_path: Path) -> None:
    """What is not there needs no taking away."""
    (tmp_path / "a").touch()
    for _ in range(2):
        files.remove(os.fsencode(tmp_path / "a"))
    assert list(tmp_path.iterdir()) == []
