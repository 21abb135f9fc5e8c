"""Trouble: full disks, shut folders, hostile names, odd values. One warning at most, and the host goes on."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.transformledger import Ledger
from tallystick.tasks.transforms_summary import summarise
from tallystick.tasks.transforms_verify import verify
from tests.transformations import SmallDisk, change


def opened(path: Path, said: list[str], mode: str = "counts") -> Ledger:
    """A ledger whose warnings are kept."""
    return Ledger(str(path), run="r1", task="t1", mode=mode, warn=said.append)


@pytest.fixture
def said() -> list[str]:
    """What a ledger said."""
    return []


def test_a_disk_that_fills_up(tmp_path: Path, said: list[str]) -> None:
    """The ledger ends with its last whole line; one warning; what is on disk holds."""
    with opened(tmp_path / "t1.jsonl", said) as ledger, SmallDisk(5000):
        done = [change(ledger, f"before {number}", f"after {number}") for number in range(20)]
    (verdict,) = verify([str(tmp_path)])

    assert done == sorted(done, reverse=True)
    assert 0 < sum(done) == verdict.records < 20
    assert verdict.faults == []
    assert [one.partition(":")[0] for one in said] == ["Savings ledger write failed; accounting disabled"]


def test_texts_that_do_not_fit(tmp_path: Path, said: list[str]) -> None:
    """Records go on without their whole texts; each says why, and no half of a text stays."""
    with opened(tmp_path / "t1.jsonl", said, "debug") as ledger, SmallDisk(8000):
        assert change(ledger, "x" * 9000, "y")
        assert change(ledger, "y", "x" * 9000)
        assert change(ledger, "x" * 900, "y")
    (verdict,) = verify([str(tmp_path)])
    found = [json.loads(line) for line in (tmp_path / "t1.jsonl").read_bytes().splitlines()]

    assert [one.get("debug_write_error") for one in found] == ["File too large", "File too large", None]
    assert len(list((tmp_path / "t1.transform_debug").iterdir())) == 2
    assert (verdict.faults, verdict.both, verdict.by_evidence, said) == ([], [1, 2], 2, [])


def test_a_folder_that_is_shut(tmp_path: Path, said: list[str]) -> None:
    """A ledger in it is one warning."""
    shut = tmp_path
    tmp_path.chmod(0o500)
    if os.getuid() == 0:  # whom permissions do not hold back, but nobody makes files there
        shut = Path("/proc/self/fdinfo")
    with opened(shut / "t1.jsonl", said) as ledger:
        assert not change(ledger, "a", "b")
        assert not change(ledger, "a", "b")
    tmp_path.chmod(0o700)

    assert [one.partition(":")[0] for one in said] == ["Savings ledger unavailable; accounting disabled"]


def test_nobody_else_can_read(tmp_path: Path, said: list[str]) -> None:
    """Files are 0600 and folders 0700, whatever the umask says."""
    before = os.umask(0)
    try:
        with opened(tmp_path / "runs" / "t1.jsonl", said, "debug") as ledger:
            change(ledger, "a", "b")
    finally:
        os.umask(before)

    modes = {stat.S_IMODE(one.stat().st_mode) for one in (tmp_path / "runs").rglob("*") if one.is_file()}
    assert modes == {0o600}
    assert {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.rglob("*") if one.is_dir()} == {0o700}


@pytest.mark.parametrize("mode", ["counts", "debug"])
def test_large_values(tmp_path: Path, said: list[str], mode: str) -> None:
    """Texts of 3 MB: exact, and in debug mode still shown in a few changes."""
    before = "".join(f"line {number}\n" for number in range(230_000))
    after = before.replace("line 7\n", "")
    with opened(tmp_path / "t1.jsonl", said, mode) as ledger:
        assert change(ledger, before, after)
        assert change(ledger, before, "é" * 1_500_000)
    (verdict,) = verify([str(tmp_path)])

    assert (verdict.faults, said) == ([], [])
    assert [json.loads(line)["input_bytes"] for line in (tmp_path / "t1.jsonl").read_bytes().splitlines()] == [
        len(before),
        len(before),
    ]


HOSTILE = ["", "\0", "a\nb", '"},{"', "\u2028", "\ud800", "../../x", "\x1b[2J", "x" * 100_000, "💥"]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(tmp_path: Path, said: list[str], name: str) -> None:
    """Any name is one line of ASCII that says it as it is, and is summed under it."""
    labels: dict[str, Any] = dict.fromkeys(("bucket", "layer", "mechanism", "surface"), name)
    ledger = Ledger(str(tmp_path / "t1.jsonl"), run=name, task=name, mode="debug", warn=said.append)
    with ledger, ledger.scope(session=name, tool_call_id=name):
        assert change(ledger, "a", "b", ctx={name: name}, **labels)
    data = (tmp_path / "t1.jsonl").read_bytes()

    assert data.isascii()
    assert data.count(b"\n") == 1
    found = json.loads(data)
    assert {found[key] for key in ("run", "task", "session", "tool_call_id", "bucket", "mechanism")} == {name}
    assert found["ctx"] == {name: name}
    changes = summarise([str(tmp_path)])
    assert (changes.bad_count, list(changes.tasks[0].groups)) == (0, [(name,) * 4])
    assert verify([str(tmp_path)])[0].faults == []


def test_huge_numbers(tmp_path: Path, said: list[str]) -> None:
    """Counts and turns of any size are kept."""
    with opened(tmp_path / "t1.jsonl", said) as ledger:
        assert change(ledger, "a", "b", change_count=10**30, turn=10**30, chain_id="c", chain_step=1)
        assert change(ledger, "a", "b", change_count=-5, turn=-1)
    (task,) = summarise([str(tmp_path)]).tasks

    assert next(iter(task.groups.values())).changes == 10**30 + 1
    assert verify([str(tmp_path)])[0].faults == []
