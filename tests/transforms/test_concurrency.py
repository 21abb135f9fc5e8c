"""Threads, tasks and processes at once: nothing is torn, nothing mixes, every chain is whole."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tallystick.kernel.transformledger import Ledger, get_ledger
from tallystick.tasks.transforms_summary import summarise
from tallystick.tasks.transforms_verify import verify
from tests.transformations import change, open_one

ROOT = Path(__file__).parents[2]
STEPS = 25


def work(ledger: Ledger, name: str) -> None:
    """Shorten a text of one's own, character by character, under one's own session and call."""
    text = name * 20
    with ledger.scope(session=name, turn=1, tool_call_id=f"call-{name}"):
        for end in range(STEPS):
            change(ledger, text[: len(text) - end], text[: len(text) - end - 1])


async def work_slowly(name: str) -> None:
    """The same, with others in between."""
    text = name * 20
    with get_ledger().scope(session=name, turn=1, tool_call_id=f"call-{name}"):
        for end in range(STEPS):
            await asyncio.sleep(0)
            change(get_ledger(), text[: len(text) - end], text[: len(text) - end - 1])


def records(path: Path) -> list[dict[str, Any]]:
    """What a ledger holds; each line is whole."""
    data = path.read_bytes()
    assert data.endswith(b"\n")
    return [json.loads(line) for line in data.splitlines()]


def assert_apart(path: Path, workers: int) -> None:
    """Each worker's records are its own chain, and all hold."""
    found = records(path)
    (verdict,) = verify([str(path)])

    assert len({one["event_id"] for one in found}) == len(found) == workers * STEPS
    assert set(Counter((one["session"], one["tool_call_id"], one["chain_id"]) for one in found).values()) == {STEPS}
    assert (verdict.faults, verdict.by_chain) == ([], workers * (STEPS - 1))


def test_threads(tmp_path: Path) -> None:
    """Eight threads in one ledger, in debug mode too."""
    with open_one(tmp_path / "t1.jsonl", "debug") as ledger, ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: work(ledger, f"w{number}"), range(8)))

    assert_apart(tmp_path / "t1.jsonl", 8)


def test_tasks(tmp_path: Path) -> None:
    """Eight tasks of one event loop in one ledger."""

    async def all_of_them() -> None:
        await asyncio.gather(*(work_slowly(f"w{number}") for number in range(8)))

    with open_one(tmp_path / "t1.jsonl"):
        asyncio.run(all_of_them())

    assert_apart(tmp_path / "t1.jsonl", 8)


def test_tasks_and_a_thread_pool(tmp_path: Path) -> None:
    """Tasks that hand work to threads, each with a ledger of its own: the thread works in its task's ledger and scope."""

    async def one(name: str) -> None:
        with open_one(tmp_path / f"{name}.jsonl") as ledger, ledger.scope(session=name):
            for _ in range(10):
                await asyncio.to_thread(lambda: change(get_ledger(), f"{name} long", name))
                await asyncio.sleep(0)

    async def all_of_them() -> None:
        await asyncio.gather(*(one(f"w{number}") for number in range(6)))

    asyncio.run(all_of_them())

    for number in range(6):
        sessions = [one["session"] for one in records(tmp_path / f"w{number}.jsonl")]
        assert sessions == [f"w{number}"] * 10


PROCESS = """
import sys
from pathlib import Path
from tests.transforms.test_concurrency import work
from tests.transformations import open_one
path, name = sys.argv[1:]
print("ready", flush=True)
sys.stdin.readline()
with open_one(Path(path)) as ledger:
    for number in range(4):
        work(ledger, f"{name}{number}")
"""


def test_processes(tmp_path: Path) -> None:
    """Four processes that start together, in two ledgers: every line is whole."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    started = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS, str(tmp_path / f"t{number % 2}.jsonl"), f"p{number}"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for number in range(4)
    ]
    for one in started:
        assert one.stdout is not None
        assert one.stdout.readline() == b"ready\n"
    for one in started:
        one.communicate(b"go\n")
        assert one.returncode == 0

    for number in range(2):
        assert_apart(tmp_path / f"t{number}.jsonl", 8)
    changes = summarise([str(tmp_path)])
    assert (changes.bad_count, [task.breaks for task in changes.tasks]) == (0, [[], []])


def test_a_record_within_a_record(tmp_path: Path) -> None:
    """A host's own object that records while it is turned into text locks nobody out."""

    class Records:
        def __str__(self) -> str:
            change(get_ledger(), "inner", "in")
            return "inner"

    with open_one(tmp_path / "t1.jsonl") as ledger, ledger.together:
        assert change(ledger, "outer", "out", ctx={"x": Records()})

    assert [one["ctx"] for one in records(tmp_path / "t1.jsonl")] == [{}, {"x": "inner"}]
