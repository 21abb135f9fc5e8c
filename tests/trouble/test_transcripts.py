"""Transcripts that may not be read, that are no files, or that go while one looks: the rest counts, and nothing is lost."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tallystick.store import queries
from tallystick.store.index import open_index
from tests.casebook.thread import sid
from tests.crash import corpus
from tests.indexes import dump, synced
from tests.trouble.conftest import World, open_to_all
from tests.trouble.tally import tally_as_nobody


def responses(world: World) -> int:
    """How many responses the index holds."""
    return len(world.dump()["response"])


def states(world: World) -> dict[str, int]:
    """Each transcript's state: 0 present, 1 gone, 2 unreadable."""
    opened = open_index(str(world.root))
    assert opened is not None
    with opened as index:
        return {os.path.relpath(row.path, world.projects): row.state for row in queries.transcripts(index).values()}


# a: 3 turns of session 1 (a fourth is a copy with another count), a child of 2 and a fork of 1; b: three of 2 each
ALL, WITHOUT_B, OF_ONE_FILE = 13, 7, 2


@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_may_not_be_read_is_named_and_the_rest_counts(world: World, what: str) -> None:
    """A project folder or file without leave to read: the rest counts, exit 0; with leave, it counts as well."""
    open_to_all(world.base)
    shut = world.projects / "b" if what == "folder" else world.projects / "b" / f"{sid(3)}.jsonl"
    os.chmod(shut, 0)

    done = tally_as_nobody(world.root, world.config)

    assert done.code == 0, done
    assert "unreadable" in done.out or "could not be read" in done.out, done
    assert responses(world) == (WITHOUT_B if what == "folder" else ALL - OF_ONE_FILE)

    os.chmod(shut, 0o777)
    assert tally_as_nobody(world.root, world.config).code == 0
    assert responses(world) == ALL
    assert world.equals_scratch()


@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_may_no_longer_be_read_stays_counted(world: World, what: str) -> None:
    """What was counted once stays counted, is not taken for new, and comes back by itself."""
    open_to_all(world.base)
    assert tally_as_nobody(world.root, world.config).code == 0
    before = world.dump()
    shut = world.projects / "b" if what == "folder" else world.projects / "b" / f"{sid(3)}.jsonl"
    os.chmod(shut, 0)
    if what == "file":
        with shut.open("ab") as file:
            file.write(corpus.talk(3, 4).data())

    assert tally_as_nobody(world.root, world.config).code == 0
    assert responses(world) == ALL
    assert states(world)[f"b/{sid(3)}.jsonl"] != 0

    os.chmod(shut, 0o777)
    assert tally_as_nobody(world.root, world.config).code == 0
    assert responses(world) == (ALL if what == "folder" else ALL + 2)
    assert what == "file" or before == world.dump()


def test_projects_that_may_not_be_listed(world: World) -> None:
    """The folder of all projects without leave to read is no empty history: one line, exit 1, and no index."""
    open_to_all(world.base)
    os.chmod(world.projects, 0)

    done = tally_as_nobody(world.root, world.config)

    assert done.failed_in_one_line(str(world.projects), "--config-dir"), done
    assert not (world.root / "index.sqlite3").exists()


def test_a_fifo_and_a_folder_in_place_of_transcripts(world: World) -> None:
    """A pipe that nobody writes to is not waited for, and a folder that ends like a transcript is looked into."""
    world.sync()
    for number, make in ((3, os.mkfifo), (4, os.mkdir)):
        path = world.projects / "b" / f"{sid(number)}.jsonl"
        path.unlink()
        make(path)
    corpus.put(world.config, f"b/{sid(4)}.jsonl/{sid(8)}.jsonl", corpus.talk(8, 1).data())

    world.sync()

    assert responses(world) == ALL + 1
    assert states(world)[f"b/{sid(3)}.jsonl"] == 1


def test_links_are_followed_and_loops_end(world: World) -> None:
    """A linked project is read; a loop of links ends; a link to nothing is nothing; a linked file counts once."""
    apart = world.base / "apart"
    (world.projects / "b").rename(apart)
    (world.projects / "b").symlink_to(apart)
    (world.projects / "a" / "round").symlink_to(world.projects)
    (apart / "again").symlink_to(apart)
    (world.projects / "nothing.jsonl").symlink_to(world.base / "nowhere")
    (world.projects / "a" / "same.jsonl").symlink_to(apart / f"{sid(3)}.jsonl")
    os.link(apart / f"{sid(4)}.jsonl", world.projects / "hard.jsonl")

    report = synced(world.root, world.config)

    assert (responses(world), report.files) == (ALL, 6)


def test_one_tree_by_two_roads_is_read_once(world: World) -> None:
    """A config folder given twice, also through a link, holds its transcripts once."""
    (world.base / "road").symlink_to(world.config)

    report = synced(world.root, world.config, world.base / "road", world.config)

    assert (responses(world), report.files) == (ALL, 6)


@pytest.mark.parametrize("grown", [False, True])
def test_a_moved_transcript_is_the_same(world: World, *, grown: bool) -> None:
    """A transcript that stands elsewhere is known by its head, keeps its number, and counts once, also if it grew."""
    world.sync()
    old, new = world.projects / "b" / f"{sid(4)}.jsonl", world.projects / "c" / f"{sid(4)}.jsonl"
    new.parent.mkdir()
    old.rename(new)
    if grown:
        with new.open("ab") as file:
            file.write(corpus.talk(4, 3).data()[len(corpus.talk(4, 2).data()) :])

    report = synced(world.root, world.config)

    assert (report.moved, report.gone) == (1, 0)
    assert len(states(world)) == 6
    assert responses(world) == ALL + grown
    assert world.equals_scratch()


def test_a_whole_project_moves(world: World) -> None:
    """A project folder under another name: every transcript in it is known again."""
    world.sync()
    (world.projects / "b").rename(world.projects / "renamed")

    report = synced(world.root, world.config)

    assert (report.moved, report.gone, len(states(world))) == (3, 0, 6)
    assert world.equals_scratch()


def test_transcripts_that_go_while_one_looks(world: World) -> None:
    """Files that appear and vanish during syncs: no sync fails, and the last one tells what is there."""
    for number in range(20, 60):
        corpus.put(world.config, f"v/{number}.jsonl", corpus.talk(number, 1).data())
    stop = threading.Event()

    def churn() -> None:
        while not stop.is_set():
            for number in range(20, 60):
                path = world.projects / "v" / f"{number}.jsonl"
                if path.exists():
                    path.unlink()
                else:
                    path.write_bytes(corpus.talk(number, 1).data())

    thread = threading.Thread(target=churn)
    thread.start()
    try:
        for _ in range(15):
            world.sync()
    finally:
        stop.set()
        thread.join()
    for number in range(20, 60):
        corpus.put(world.config, f"v/{number}.jsonl", corpus.talk(number, 1).data())
    world.sync()

    assert responses(world) == ALL + 40


def test_no_history_makes_no_index(tmp_path: Path) -> None:
    """Without a transcript there is no root folder and no index, and that is no failure."""
    synced(tmp_path / "root", tmp_path / "config")

    assert not (tmp_path / "root").exists()
    assert dump(tmp_path / "root", tmp_path) == {}


def test_a_config_folder_that_is_a_file(world: World) -> None:
    """A file where a config folder belongs holds no transcripts."""
    (world.base / "file").write_bytes(b"")

    synced(world.root, world.base / "file")

    assert dump(world.root, world.base) == {}
