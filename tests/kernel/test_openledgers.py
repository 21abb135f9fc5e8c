"""Which ledger is the caller's, in threads and tasks too."""

from __future__ import annotations

import asyncio
import contextvars
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tallystick.kernel.openledgers import OPEN, _after_fork, chosen
from tallystick.kernel.transformledger import Ledger


def open_one(path: Path) -> Ledger:
    """Some ledger."""
    return Ledger(str(path), run="r", task=path.stem, mode="counts", warn=print)


def test_a_thread_without_context(tmp_path: Path) -> None:
    """It gets the one ledger that is open; of several, none."""
    with ThreadPoolExecutor(1) as pool, open_one(tmp_path / "a.jsonl") as one:
        assert pool.submit(chosen).result() is one
        with open_one(tmp_path / "b.jsonl") as other:
            assert pool.submit(chosen).result() is None
            assert pool.submit(contextvars.copy_context().run, chosen).result() is other
        assert pool.submit(chosen).result() is one
    assert chosen() is None
    assert OPEN == {}


def test_a_context_keeps_its_ledger(tmp_path: Path) -> None:
    """Whoever was given a ledger is not given somebody else's when that one is closed."""
    with open_one(tmp_path / "a.jsonl") as one:
        inside = contextvars.copy_context()
    with open_one(tmp_path / "b.jsonl"):
        assert inside.run(chosen) is one
        assert not one.is_recording


def test_tasks(tmp_path: Path) -> None:
    """Each task has its own, whatever the others open meanwhile."""

    async def work(name: str) -> bool:
        with open_one(tmp_path / f"{name}.jsonl") as ledger:
            for _ in range(5):
                await asyncio.sleep(0)
                if chosen() is not ledger:
                    return False
        return True

    async def all_of_them() -> list[bool]:
        return await asyncio.gather(*(work(str(number)) for number in range(8)))

    assert asyncio.run(all_of_them()) == [True] * 8


def test_after_a_fork(tmp_path: Path) -> None:
    """Every open ledger starts anew."""
    with open_one(tmp_path / "a.jsonl") as one:
        before = one.new_chain()
        _after_fork()
        assert one.new_chain().endswith("-000001")
        assert before != one.new_chain()


def test_a_ledger_that_is_forgotten(tmp_path: Path) -> None:
    """It closes itself, and no fork asks for it any more."""
    before = len(os.listdir("/proc/self/fd"))
    ledger = open_one(tmp_path / "a.jsonl")
    forgotten = OPEN[id(ledger)]
    del ledger
    OPEN[0] = forgotten
    try:
        _after_fork()
        assert chosen() is None
    finally:
        del OPEN[0]

    assert OPEN == {}
    assert len(os.listdir("/proc/self/fd")) == before
