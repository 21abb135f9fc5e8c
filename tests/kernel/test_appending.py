"""A file that only grows: whole lines, whatever happened before and whoever else writes."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tallystick.kernel import appending
from tallystick.kernel.appending import AppendFile, make_folder, put_new, reason
from tests.transformations import SmallDisk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a ledger is to be, two folders down."""
    return tmp_path / "runs" / "r1" / "ledger.jsonl"


def fill(path: Path, *lines: bytes) -> bytes:
    """Open, append, close; what the file holds then."""
    file = AppendFile(str(path))
    for line in lines:
        file.append(line)
    file.close()
    return path.read_bytes()


def test_lines_follow_each_other(path: Path) -> None:
    """Each opening goes on where the last one ended."""
    fill(path, b"one\n", b"two\n")

    assert fill(path, b"three\n") == b"one\ntwo\nthree\n"


def test_modes(path: Path) -> None:
    """Files and folders are this user's alone, whatever the umask."""
    before = os.umask(0)
    try:
        fill(path, b"one\n")
    finally:
        os.umask(before)

    modes = [stat.S_IMODE(one.stat().st_mode) for one in (path, path.parent, path.parent.parent)]
    assert modes == [0o600, 0o700, 0o700]


def test_relative_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare name lies in the working folder; one that cannot be made says why."""
    monkeypatch.chdir(tmp_path)
    fill(Path("bare.jsonl"), b"one\n")
    AppendFile("runs/x.jsonl").close()

    assert (tmp_path / "bare.jsonl").read_bytes() == b"one\n"
    assert (tmp_path / "runs" / "x.jsonl").exists()
    with pytest.raises(FileNotFoundError):
        AppendFile("")


def test_no_folder_above() -> None:
    """A folder in no folder is not made."""
    with pytest.raises(FileNotFoundError):
        make_folder("")


@pytest.mark.parametrize("torn", [b"two, to", b"x" * 200_000], ids=["short", "longer than a chunk"])
def test_torn_end_is_cut_off(path: Path, torn: bytes) -> None:
    """What a killed process left of a line is no line: nobody was told that it was written."""
    fill(path, b"one\n")
    path.write_bytes(path.read_bytes() + torn)

    assert fill(path, b"three\n") == b"one\nthree\n"


def test_nothing_but_a_torn_line(path: Path) -> None:
    """A first line that was torn leaves an empty file."""
    path.parent.mkdir(parents=True)
    path.write_bytes(b"x" * 70_000)

    assert fill(path, b"one\n") == b"one\n"


def test_torn_end_while_others_write(path: Path) -> None:
    """While another has the file open, what looks torn may be its line: it is ended, not cut off."""
    other = AppendFile(str(path))
    other.append(b"one\n")
    with path.open("ab") as file:
        file.write(b"two, to")

    assert fill(path, b"three\n", b"four\n") == b"one\ntwo, to\nthree\nfour\n"
    other.close()


def test_a_lock_that_stays(path: Path) -> None:
    """A process that keeps the file to itself holds nobody up."""
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)

        assert fill(path, b"one\n") == b"one\n"


def test_no_locks_here(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system without locks is written all the same."""

    def refuse(handle: int, kind: int) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(appending, "flock", refuse)

    assert fill(path, b"one\n") == b"one\n"


def make_fifo(path: Path) -> None:
    """A pipe with a name, which nobody reads."""
    os.mkfifo(path)


def make_link(path: Path) -> None:
    """A link to somebody else's file."""
    (path.parent / "theirs").touch()
    path.symlink_to(path.parent / "theirs")


@pytest.mark.parametrize("make", [make_fifo, make_link, Path.mkdir], ids=["fifo", "link", "folder"])
def test_other_things_are_refused(path: Path, make: Callable[[Path], None]) -> None:
    """A pipe, a link and a folder are no ledger, and none of them holds anybody up."""
    path.parent.mkdir(parents=True)
    make(path)

    with pytest.raises(OSError, match=r"regular|symbolic|directory"):
        AppendFile(str(path))


def test_a_line_that_does_not_fit(path: Path) -> None:
    """Of a line that fits in part nothing stays; a shorter one may follow."""
    file = AppendFile(str(path))
    file.append(b"one\n")
    with SmallDisk(8):
        with pytest.raises(OSError, match="no room for a whole line"):
            file.append(b"two is too long\n")
        assert path.read_bytes() == b"one\n"
        file.append(b"2nd\n")
        with pytest.raises(OSError, match="too large"):
            file.append(b"3rd\n")
    file.close()

    assert path.read_bytes() == b"one\n2nd\n"


def test_others_wrote_behind_the_part(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody has already written behind the part, nothing is cut off: it may be theirs."""
    file = AppendFile(str(path))

    def write_in_part(handle: int, data: bytes) -> int:
        done = os.write(handle, data[:3])
        with path.open("ab") as other:
            other.write(b"theirs\n")
        return done

    monkeypatch.setattr(appending, "write", write_in_part)
    with pytest.raises(OSError, match="no room"):
        file.append(b"ours\n")
    file.close()

    assert path.read_bytes() == b"ourtheirs\n"


def test_put_new(tmp_path: Path) -> None:
    """A new file is written whole; one that is there stays; one that does not fit leaves nothing."""
    put_new(str(tmp_path / "new"), b"text")
    with pytest.raises(FileExistsError):
        put_new(str(tmp_path / "new"), b"other")
    with SmallDisk(2), pytest.raises(OSError, match="too large"):
        put_new(str(tmp_path / "large"), b"text")

    assert [one.name for one in tmp_path.iterdir()] == ["new"]
    assert (tmp_path / "new").read_bytes() == b"text"


def test_reason() -> None:
    """The system's word where there is one."""
    assert [reason(OSError(errno.ENOSPC, "full", "/secret")), reason(ValueError("null byte"))] == ["full", "null byte"]


def test_a_folder_that_two_make_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second finds it there."""
    asked: list[str] = []

    def faster(path: str, mode: int) -> None:
        asked.append(path)
        raise FileNotFoundError if asked == ["/a/b"] else FileExistsError

    monkeypatch.setattr(appending, "mkdir", faster)
    appending.make_folder("/a/b")
    assert asked == ["/a/b", "/a", "/a/b"]
