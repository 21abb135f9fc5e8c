"""Many producers at once, and producers that are killed: no row that was kept is lost, none is torn, none is double."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.kernel.savingsledger import add

ROOT = Path(__file__).parents[2]
CALLS = ("write", "rename", "unlink", "mkdir")


def start(root: Path, name: str, count: int, *before: str) -> subprocess.Popen[bytes]:
    """Start a producer."""
    environ = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
    command = [*before, sys.executable, "-S", "-m", "tests.savings.producer", str(root), name, str(count)]
    return subprocess.Popen(command, env=environ, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def rows(root: Path) -> list[tuple[str, int]]:
    """Every row, whether in the ledger or aside, of which each line must be whole."""
    place = root / "usage"
    files = [place / "savings.jsonl", *(place / "savings.aside").glob("*")]
    lines = [line for file in files if file.exists() for line in file.read_bytes().splitlines()]
    return [(row["session_id"], row["tokens_saved"]) for row in map(json.loads, lines)]


def test_sixteen_producers(tmp_path: Path) -> None:
    """16,000 rows, each once, none torn."""
    running = [start(tmp_path, f"p{number}", 1000) for number in range(16)]
    said = [process.communicate()[0].split() for process in running]
    assert [len(one) for one in said] == [1000] * 16
    add(os.fsencode(tmp_path), {"session_id": "last", "tokens_saved": 1})
    expected = [(f"p{number}", row + 1) for number in range(16) for row in range(1000)]
    assert sorted(rows(tmp_path)) == sorted([*expected, ("last", 1)])
    assert not list((tmp_path / "usage").glob("savings.aside/*"))


# What a producer of two rows does: each is a write to the ledger, or one aside that is renamed into its place; then a
# word on standard output. The first one takes in two rows that others left aside.
DONE = {
    "free": {"write": 4, "rename": 0, "unlink": 0, "mkdir": 2},
    "held": {"write": 4, "rename": 2, "unlink": 0, "mkdir": 4},
    "left": {"write": 4, "rename": 0, "unlink": 2, "mkdir": 2},
}


@pytest.mark.needs("strace")
@pytest.mark.parametrize("state", DONE)
def test_killed_at_every_call(state: str, tmp_path: Path) -> None:
    """Where a producer is killed, the rows that it said were kept are there, and the next row is whole."""
    kills = dict.fromkeys(DONE[state], 0)
    for call in kills:
        while True:
            root = tmp_path / f"{call}{kills[call]}"
            is_killed, said = kill(root, state, call, kills[call] + 1)
            assert add(os.fsencode(root), {"session_id": "next", "tokens_saved": 1})
            found = whole(root)
            assert len(found) == len(set(found))
            others = {("first", 1), ("next", 1)} | ({("aside", 1), ("aside", 2)} if state == "left" else set())
            assert others | {("killed", row) for row in said} <= set(found)
            if not is_killed:
                break
            kills[call] += 1
    assert DONE[state] == kills


def kill(root: Path, state: str, call: str, number: int) -> tuple[bool, list[int]]:
    """Run a producer and kill it at the nth call of a kind; whether it was, and what it said was kept."""
    add(os.fsencode(root), {"session_id": "first", "tokens_saved": 1})
    holder = hold(root) if state != "free" else None
    if holder is not None and state == "left":
        for row in (1, 2):
            add(os.fsencode(root), {"session_id": "aside", "tokens_saved": row})
        os.close(holder)
    inject = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}"]
    process = start(root, "killed", 2, *inject, "-e", f"inject={call}:signal=KILL:when={number}")
    said = [int(word) for word in process.communicate()[0].split()]
    if holder is not None and state == "held":
        os.close(holder)
    return process.returncode != 0, said


def hold(root: Path) -> int:
    """Hold the ledger as a writer does that has been stopped."""
    handle = os.open(root / "usage" / "savings.jsonl", os.O_RDWR)
    fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def whole(root: Path) -> list[tuple[str, int]]:
    """The rows of the ledger's whole lines."""
    found = []
    for line in (root / "usage" / "savings.jsonl").read_bytes().splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        found.append((row["session_id"], row["tokens_saved"]))
    return found
