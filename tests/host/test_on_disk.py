"""Whether what a tool showed is still so on disk."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tallystick.host.on_disk import are_older, is_older, lines_are

YEAR_MS = 365 * 86_400_000


def soon() -> int:
    """A moment after everything that was done so far."""
    return time.time_ns() // 1_000_000 + 1000


def test_a_file_that_nobody_touched(tmp_path: Path) -> None:
    """Its bytes and its name: a time that was set back does not help."""
    path = tmp_path / "a"
    path.write_text("x", "utf-8")
    os.utime(path, (1, 1))

    assert is_older(str(path), soon())
    assert not is_older(str(path), soon() - YEAR_MS)
    assert not is_older(str(tmp_path / "none"), soon())
    assert not is_older(str(tmp_path), soon())


def test_a_way_that_leads_elsewhere(tmp_path: Path) -> None:
    """A link set anew, a folder moved into the place of another: the file found there is old, and another one."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a").write_text(name, "utf-8")
    (tmp_path / "now").symlink_to("one")
    linked, moved = tmp_path / "now" / "a", tmp_path / "one" / "a"
    time.sleep(0.01)
    before = time.time_ns() // 1_000_000
    time.sleep(0.01)

    assert is_older(str(linked), before)
    assert are_older([str(tmp_path / "now")], before, before)
    (tmp_path / "now").unlink()
    (tmp_path / "now").symlink_to("two")
    assert not is_older(str(linked), before)
    assert not are_older([str(tmp_path / "now")], before, before)
    assert is_older(str(moved), before)  # its folder got an entry, which alone says nothing
    assert not is_older(str(moved), before, strictly=True)
    (tmp_path / "one").rename(tmp_path / "old")
    (tmp_path / "two").rename(tmp_path / "one")
    assert not is_older(str(moved), before)
    assert not is_older(str(linked), before)


def test_a_link_to_a_folder_that_was_moved(tmp_path: Path) -> None:
    """The link stays; what it leads to is another folder now."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a").write_text(name, "utf-8")
    (tmp_path / "now").symlink_to(tmp_path / "one")
    time.sleep(0.01)
    before = time.time_ns() // 1_000_000
    time.sleep(0.01)

    assert is_older(str(tmp_path / "now" / "a"), before)
    (tmp_path / "one").rename(tmp_path / "old")
    (tmp_path / "two").rename(tmp_path / "one")
    assert not is_older(str(tmp_path / "now" / "a"), before)


def test_lines(tmp_path: Path) -> None:
    """A range, the rest, the whole; with or without the last line feed; no such file, a folder, a pipe, a huge one."""
    path = tmp_path / "a"
    path.write_text("one\ntwo\nthree\n", "utf-8")

    def are(first: int, count: int, text: str, name: Path = path) -> bool:
        return lines_are(str(name), first, count, lambda found: found == text)

    assert are(1, -1, "one\ntwo\nthree\n")
    assert are(1, -1, "one\ntwo\nthree")
    assert are(2, 1, "two")
    assert are(2, 1, "two\n")
    assert are(2, -1, "two\nthree\n")
    assert not are(2, 1, "three")
    assert not are(1, -1, "", tmp_path / "none")
    assert not are(1, -1, "", tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert not are(1, -1, "", tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate((16 << 20) + 1)
    assert not are(1, -1, "", tmp_path / "huge")


def test_folders(tmp_path: Path) -> None:
    """All that they hold: a new, a gone and a rewritten file each count; a link is looked at, not followed."""
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "deep" / "a").write_text("x", "utf-8")
    (tmp_path / "in" / "loop").symlink_to(tmp_path / "in")

    assert are_older([str(tmp_path / "in"), str(tmp_path / "in" / "deep" / "a")], soon(), soon())
    assert not are_older([str(tmp_path / "in")], soon() - YEAR_MS, soon())
    assert not are_older([str(tmp_path / "none")], soon(), soon())


def test_git_has_a_moment_of_its_own(tmp_path: Path) -> None:
    """Looking at a work tree may write git's own files; what objects hold is not looked at."""
    (tmp_path / ".git" / "objects").mkdir(parents=True)
    (tmp_path / ".git" / "index").write_text("x", "utf-8")

    assert are_older([str(tmp_path / ".git")], soon() - YEAR_MS, soon())
    assert not are_older([str(tmp_path / ".git")], soon(), soon() - YEAR_MS)


def test_too_much_to_look_at(tmp_path: Path) -> None:
    """Nobody says that thousands of files are what they were."""
    for number in range(4001):
        (tmp_path / str(number)).touch()

    assert not are_older([str(tmp_path)], soon(), soon())
