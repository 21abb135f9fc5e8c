"""Plans: what a scan asks of the index."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.agents import AGENTS
from tallystick.host.transcripts import scan
from tallystick.store.index import open_index
from tallystick.tasks.planning import Plan, make_plan
from tests.casebook.thread import sid
from tests.crash import corpus
from tests.indexes import synced


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The small tree, indexed."""
    corpus.yesterday(tmp_path)
    synced(tmp_path / "root", tmp_path)
    return tmp_path


def plan(config: Path) -> Plan:
    """What must be done now."""
    opened = open_index(str(config / "root"))
    assert opened is not None
    with opened as index:
        return make_plan(index, [(0, one) for one in scan(AGENTS[0].SOURCE, [str(config)]).files])


def names(found: Plan) -> list[str]:
    """The files that must be read."""
    return sorted(os.path.basename(job.state.path) for job in found.jobs)


def test_nothing_new_is_an_empty_plan(config: Path) -> None:
    """Size, time and inode are what they were."""
    assert plan(config).is_empty()


@pytest.mark.parametrize("what", ["grown", "touched", "replaced", "shrunken"])
def test_a_changed_file_is_read(config: Path, what: str) -> None:
    """Its new bytes if it grew, all of it where it may be another content."""
    path = config / "projects" / "b" / f"{sid(4)}.jsonl"
    data = path.read_bytes()
    if what == "touched":
        os.utime(path, ns=(1, 1))
    elif what == "replaced":
        path.with_name("new").write_bytes(data + b"{}\n")
        path.with_name("new").rename(path)
    else:
        path.write_bytes(data + b"{}\n" if what == "grown" else data[:100])

    found = plan(config)

    expected = {"grown": 3, "touched": len(data), "replaced": len(data) + 3, "shrunken": 100}[what]
    assert ([path.name], [expected]) == (names(found), [job.bytes for job in found.jobs])
    assert ([], []) == (found.gone, found.moved)


def test_what_went_moved_and_came_back(config: Path) -> None:
    """A vanished file is gone; at another place it is moved; back again it is only present."""
    path = config / "projects" / "b" / f"{sid(4)}.jsonl"
    data, times = path.read_bytes(), path.stat()
    elsewhere = path.with_name("elsewhere.jsonl")
    path.rename(elsewhere)
    assert ([1], []) == ([len(plan(config).moved)], names(plan(config)))

    elsewhere.rename(config / "kept")
    assert 1 == len(plan(config).gone)
    synced(config / "root", config)
    assert plan(config).is_empty()

    (config / "kept").rename(path)
    assert (data, times.st_mtime_ns) == (path.read_bytes(), path.stat().st_mtime_ns)
    found = plan(config)
    assert (1, [], []) == (len(found.returned), found.jobs, found.gone)


def test_copies_with_one_head_are_not_taken_for_the_moved_one(config: Path) -> None:
    """Two new files start like the one that went: which of them it is nobody knows, so each is new and it is gone."""
    path = config / "projects" / "b" / f"{sid(4)}.jsonl"
    data = path.read_bytes()
    other = config / "projects" / "b" / f"{sid(5)}.jsonl"
    other.write_bytes(data)
    synced(config / "root", config)
    for gone in (path, other):
        gone.unlink()
    path.with_name("new.jsonl").write_bytes(data)

    found = plan(config)

    assert ([], 2, ["new.jsonl"]) == (found.moved, len(found.gone), names(found))


def test_new_files_are_numbered_behind_the_old(config: Path) -> None:
    """A file's number is its own for good."""
    corpus.grow(config)

    fresh = [job.state.id for job in plan(config).jobs if not job.state.parser]

    assert list(range(7, 33)) == sorted(fresh)
