"""A disk that is full, and folders that may not be written: one clear line, exit 1, and the old index as it was."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash import corpus
from tests.crash.kills import command, run
from tests.indexes import differences
from tests.trouble.conftest import World, open_to_all
from tests.trouble.tally import tally, tally_as_nobody

FULL = ("-e", "trace=pwrite64", "-o", "/dev/null", "-e")


def full_from(number: int) -> list[str]:
    """A runner under which the nth write, and every later one, finds no room."""
    return ["strace", "-f", "-qq", *FULL, f"inject=pwrite64:error=ENOSPC:when={number}+"]


@pytest.mark.needs("strace")
@pytest.mark.parametrize("number", [1, 2, 5, 10, 20, 40, 60, 80])
def test_no_room_for_what_is_new(indexed: World, number: int) -> None:
    """A write that finds no room ends the sync with one line; the index is readable and the next sync mends it."""
    before = {row[0] for row in indexed.dump()["response"]}

    done = tally(indexed.root, indexed.config, before=full_from(number))

    assert done.failed_in_one_line("space") or done.code == 0, done
    assert before <= {row[0] for row in indexed.dump()["response"]}
    indexed.sync()
    assert indexed.equals_scratch()


@pytest.mark.needs("strace")
@pytest.mark.parametrize("number", [1, 3, 9, 20, 27])
def test_no_room_for_a_first_index(world: World, number: int) -> None:
    """A first build that finds no room leaves nothing in its place but the lock."""
    done = tally(world.root, world.config, before=full_from(number))

    assert done.failed_in_one_line("space"), done
    assert {path.name for path in world.root.iterdir()} <= {"index.lock"}
    world.sync()
    assert world.equals_scratch()


@pytest.mark.needs("prlimit")
def test_a_file_that_may_not_grow(indexed: World) -> None:
    """A limit on file sizes is a full disk."""
    before = indexed.dump()

    done = tally(indexed.root, indexed.config, before=["prlimit", "--fsize=8192"])

    assert done.failed_in_one_line("space"), done
    assert differences(before, indexed.dump()) == {}


@pytest.fixture
def small_disk(world: World) -> Iterator[Path]:
    """A file system of 400 KiB, where we may make one."""
    place = world.base / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(place)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("only root may make a small disk; the other tests of this file stand in for it")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.needs("mount")
def test_a_small_disk_fills_up(world: World, small_disk: Path) -> None:
    """A real disk that fills up: the index on it stays as it was, and works again when there is room."""
    root = small_disk / "root"
    assert tally(root, world.config).code == 0
    for number in range(100, 140):
        corpus.put(world.config, f"z/{number}.jsonl", corpus.talk(number, 40).data())

    done = tally(root, world.config)

    assert done.failed_in_one_line("space"), done
    assert tally(root, world.base / "nowhere", "spent").code == 0
    shutil.rmtree(world.projects / "z")
    assert tally(root, world.config).code == 0


def test_a_disk_too_small_for_an_index(world: World, small_disk: Path) -> None:
    """A first build that does not fit leaves room again."""
    for number in range(100, 150):
        corpus.put(world.config, f"z/{number}.jsonl", corpus.talk(number, 40).data())

    done = tally(small_disk / "root", world.config)

    assert done.failed_in_one_line("space"), done
    assert {path.name for path in (small_disk / "root").iterdir()} <= {"index.lock"}


def test_a_root_that_may_not_be_made(world: World) -> None:
    """A root folder below one that may not be written."""
    (world.base / "shut").mkdir(mode=0o555)

    done = tally_as_nobody(world.base / "shut" / "root", world.config)

    assert done.failed_in_one_line(str(world.base / "shut"), "--root"), done


def test_a_root_that_may_not_be_written(indexed: World) -> None:
    """A folder without leave to write holds an index with something new to read: one line, and it stays as it was."""
    before = indexed.dump()
    open_to_all(indexed.base)
    os.chmod(indexed.root, 0o555)

    done = tally_as_nobody(indexed.root, indexed.config)

    assert done.failed_in_one_line(str(indexed.root)), done
    os.chmod(indexed.root, 0o777)
    assert differences(before, indexed.dump()) == {}


def test_a_shut_root_still_answers(world: World) -> None:
    """Where nothing is new, a report comes from an index that may only be read."""
    world.sync()
    open_to_all(world.base)
    for path in (world.root, *world.root.iterdir()):
        os.chmod(path, 0o555 if path.is_dir() else 0o444)

    done = tally_as_nobody(world.root, world.config, "spent")

    assert (done.code, done.said) == (0, ""), done
    assert "1,212" in done.out


def test_an_index_that_may_not_be_read(indexed: World) -> None:
    """The index of another person."""
    open_to_all(indexed.base)
    os.chmod(indexed.root / "index.sqlite3", 0)

    done = tally_as_nobody(indexed.root, indexed.config, "spent")

    assert done.failed_in_one_line(str(indexed.root)), done


def test_an_index_that_may_not_be_written(indexed: World) -> None:
    """An index file without leave to write, with something new to read: one line."""
    before = indexed.dump()
    open_to_all(indexed.base)
    os.chmod(indexed.root / "index.sqlite3", 0o444)

    done = tally_as_nobody(indexed.root, indexed.config)

    assert done.failed_in_one_line(str(indexed.root)), done
    assert differences(before, indexed.dump()) == {}


@pytest.mark.parametrize("what", ["file", "nothing to search"])
def test_a_root_that_is_no_folder(world: World, what: str) -> None:
    """A file stands where the root folder belongs."""
    world.root.write_text("clay", encoding="utf-8")

    done = tally(world.root if what == "file" else world.root / "below", world.config)

    assert done.failed_in_one_line(str(world.root)), done
    assert world.root.read_text(encoding="utf-8") == "clay"


@pytest.mark.parametrize("shared", [True, False])
def test_a_shut_root_tells_what_its_log_holds(indexed: World, *, shared: bool) -> None:
    """What the last process left in the write-ahead log is in the report, also where nobody may write any more.

    Without the log's shared memory it cannot be read: then the one line, never the older state.
    """
    copy = indexed.base / "copy"
    shutil.copytree(indexed.root, copy)
    expected = tally(copy, indexed.config, "spent").out
    assert run(command("sync_and_leave_the_log", indexed.root, indexed.config)) == 0
    assert (indexed.root / "index.sqlite3-wal").stat().st_size > 0
    if not shared:
        (indexed.root / "index.sqlite3-shm").unlink()
    open_to_all(indexed.base)
    for path in (indexed.root, *indexed.root.iterdir()):
        os.chmod(path, 0o555 if path.is_dir() else 0o444)

    done = tally_as_nobody(indexed.root, indexed.config, "spent")

    assert (done.code, done.out) == (0, expected) or (not shared and done.failed_in_one_line()), done
