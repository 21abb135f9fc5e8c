"""Writing what was read: what a read replaces, what it adds to, what it leaves."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.casebook.thread import Thread, sid, text, usage
from tests.crash.corpus import put
from tests.indexes import dump, open_read_only, synced

PLACE = f"x/{sid(1)}.jsonl"


def lines_of(root: Path) -> list[tuple[int, ...]]:
    """Generation, part, line, lines, output, visible of each usage line."""
    query = "SELECT generation, part, line, lines, output, visible FROM usage_line ORDER BY 1, 2, 3"
    with closing(open_read_only(root)) as db:
        return db.execute(query).fetchall()


class Growing:
    """One transcript and its index."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.root = base / "root"

    def write(self, data: bytes) -> list[tuple[int, ...]]:
        """Put other bytes in its place, sync, and return its usage lines."""
        put(self.base, PLACE, data)
        synced(self.root, self.base)
        return lines_of(self.root)


@pytest.fixture
def growing(tmp_path: Path) -> Growing:
    """Nothing yet."""
    return Growing(tmp_path)


def answer(out: int, name: str = "m") -> bytes:
    """A line of a child's response that was not stopped: five visible characters."""
    thread = Thread(1)
    thread.say(name, text("Fired"), usage(1, 2, out), stop=None, isSidechain=True)
    return thread.data()


def test_stretches_of_one_file_add_up(growing: Growing) -> None:
    """Lines and visible characters add, counts are the largest, the first line stays the first."""
    growing.write(answer(5))

    assert [(1, 0, 1, 2, 9, 10)] == growing.write(answer(5) + answer(9))


def test_what_stands_behind_the_last_line_feed_is_replaced(growing: Growing) -> None:
    """It is a row of its own (part 1) until its line is whole."""
    assert [(1, 1, 1, 1, 5, 5)] == growing.write(answer(5)[:-1])
    assert [(1, 0, 1, 1, 5, 5)] == growing.write(answer(5))
    assert [(1, 0, 1, 1, 5, 5), (1, 1, 2, 1, 9, 5)] == growing.write(answer(5) + answer(9)[:-1])
    assert [(1, 0, 1, 2, 9, 10)] == growing.write(answer(5) + answer(9))


def test_a_rewritten_file_begins_a_generation(growing: Growing) -> None:
    """What it no longer holds stays in the old one; what it still holds moves on and is not added up."""
    growing.write(answer(5, "a") + answer(7, "b"))

    assert [(1, 0, 1, 1, 5, 5), (2, 0, 1, 1, 7, 5)] == growing.write(answer(6, "b"))


def test_events_are_those_of_the_newest_generation(growing: Growing) -> None:
    """Moments, calls and results of a content that is gone are gone; usage is not."""
    growing.write(answer(5, "a") + b"?\n" + answer(7, "b"))
    growing.write(answer(6, "c"))

    found = dump(growing.root, growing.base)
    assert (1, 0, 3) == (len(found["moment"]), len(found["rejection"]), len(found["response"]))


def test_a_file_that_was_only_touched_adds_nothing(growing: Growing) -> None:
    """The same size at another time may be another content: it is read again whole, as a generation of its own."""
    growing.write(answer(5))

    assert [(2, 0, 1, 1, 5, 5)] == growing.write(answer(5))
    assert 1 == len(dump(growing.root, growing.base)["moment"])


def test_limits_and_sums_behind_the_last_line_feed(growing: Growing) -> None:
    """Each kind of row that a tail gave is replaced with it."""
    thread = Thread(1)
    thread.say("x", text("x"), usage(0, 0, 0), model="<synthetic>", quotaLimits={"status": "rejected"})
    thread.add("cost-state", totalCostUSD=1, modelUsage={"opus": {"inputTokens": 7}})
    thread.add("system", subtype="compact_boundary", compactMetadata={})
    line = b"".join(thread.data().split(b"\n"))

    for data in (line, line + b"\n"):
        growing.write(data)
        found = dump(growing.root, growing.base)
        assert [1] * 4 == [len(found[table]) for table in ("limit_event", "cost_state", "boundary", "unattributed")]
        assert 2 == len(found["moment"]) - 1


def test_names_are_learnt_once(growing: Growing) -> None:
    """A name that is known keeps its text."""
    growing.write(answer(5))
    with closing(sqlite3.connect(growing.root / "index.sqlite3")) as db:
        before = db.execute("SELECT count(*) FROM name").fetchone()
    growing.write(answer(5) + answer(6))

    with closing(open_read_only(growing.root)) as db:
        assert before == db.execute("SELECT count(*) FROM name").fetchone()
