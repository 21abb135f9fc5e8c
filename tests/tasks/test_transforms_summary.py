"""Ledgers on disk, summed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import NotFound
from tallystick.tasks.transforms_summary import summarise
from tests.transformations import a_chain, a_record, a_saving, write


def test_tasks(tmp_path: Path) -> None:
    """The same task in two arms stays two; a ledger without a record is a task that changed nothing."""
    write(tmp_path / "a" / "savings" / "t1.jsonl", *a_chain("abc", "ab", "a", run="a"))
    write(tmp_path / "b" / "savings" / "t1.jsonl", a_record(run="b"))
    write(tmp_path / "b" / "savings" / "t2.jsonl")
    found = summarise([str(tmp_path / "a"), str(tmp_path / "b")])

    assert found.ledgers == 3
    assert [(one.run, one.task, sum(s.events for s in one.groups.values())) for one in found.tasks] == [
        ("a", "t1", 2),
        ("b", "t1", 1),
        ("b", "t2", 0),
    ]


def test_breaks(tmp_path: Path) -> None:
    """Chains out of order are looked at whole; each break is its own task's."""
    one, two, three = a_chain("abcd", "abc", "ab", "a")
    other = a_chain("xyz", "xy", "x", task="t2", chain_id="chain-2")[1]
    nameless = a_record(run="", task="", chain_id="chain-3", chain_step=5)
    path = write(tmp_path / "t1.jsonl", two, one, three, other, nameless, a_saving(1))
    found = summarise([str(path)])

    assert [(task.task, [one.steps for one in task.breaks]) for task in found.tasks] == [
        ("t1", [(5,)]),
        ("t2", [(2,)]),
    ]


def test_bad_lines(tmp_path: Path) -> None:
    """The first hundred of all ledgers are named."""
    for name in ("a", "b"):
        write(tmp_path / f"{name}.jsonl", *["{"] * 70)
    found = summarise([str(tmp_path)])

    assert (found.bad_count, len(found.bad)) == (140, 100)
    assert {Path(one.ledger).name for one in found.bad} == {"a.jsonl", "b.jsonl"}


def test_random_bytes(tmp_path: Path) -> None:
    """A file that is no ledger is bad lines, and no more."""
    (tmp_path / "t.jsonl").write_bytes(bytes(range(256)) * 100)
    found = summarise([str(tmp_path / "t.jsonl")])

    assert found.bad_count == 101  # a line feed in each of 100 pieces, and the rest behind the last
    assert [one.groups for one in found.tasks] == [{}]


def test_none(tmp_path: Path) -> None:
    """A path without a ledger is a failure."""
    with pytest.raises(NotFound):
        summarise([str(tmp_path)])
