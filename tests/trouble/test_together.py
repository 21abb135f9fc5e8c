"""Several processes at once: syncs that race, readers that look on; nobody fails, nobody sees half of anything."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing

from tests.crash import corpus
from tests.indexes import open_read_only, synced
from tests.trouble.conftest import World
from tests.trouble.tally import end, start, tally


def test_first_builds_that_race(world: World) -> None:
    """Four first syncs at once: one builds, the others wait and find nothing to do; the index is whole."""
    racers = [start(world.root, world.config) for _ in range(4)]

    ends = [end(racer) for racer in racers]

    assert [(done.code, done.said) for done in ends] == [(0, "")] * 4
    assert world.equals_scratch()
    assert {path.name for path in world.root.iterdir() if "building" in path.name} == set()


class Reader(threading.Thread):
    """Reads until told to stop; what it saw of responses, and whether the tables ever disagreed."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.over = threading.Event()
        self.seen: list[int] = []
        self.wrong: list[object] = []

    def run(self) -> None:
        """Look, again and again."""
        while not self.over.is_set():
            with closing(open_read_only(self.world.root)) as db:
                try:
                    self.look(db)
                except sqlite3.Error as error:
                    self.wrong.append(error)

    def look(self, db: sqlite3.Connection) -> None:
        """In one snapshot, quarters sum what responses sum, and every line has its response."""
        db.execute("BEGIN")
        responses = db.execute("SELECT count(*), ifnull(sum(output), 0) FROM response").fetchone()
        quarters = db.execute("SELECT ifnull(sum(responses), 0), ifnull(sum(output), 0) FROM rollup").fetchone()
        orphans = db.execute("SELECT count(*) FROM usage_line WHERE key NOT IN (SELECT key FROM response)").fetchone()[
            0
        ]
        files = db.execute(
            "SELECT count(DISTINCT file) FROM usage_line WHERE file NOT IN (SELECT id FROM file)"
        ).fetchone()[0]
        if responses != quarters or orphans or files:
            self.wrong.append((responses, quarters, orphans, files))
        self.seen.append(responses[0])


def test_two_syncs_and_a_reader(world: World) -> None:
    """While two processes sync a tree that grows, a reader sees whole states only, each with no less than the last."""
    world.sync()
    reader = Reader(world)
    reader.start()
    try:
        for round_ in range(4):
            for number in range(30):
                corpus.put(world.config, f"r/{number}.jsonl", corpus.talk(100 + number, 1 + round_ * 3).data())
            ends = [end(one) for one in [start(world.root, world.config), start(world.root, world.config)]]
            assert [(done.code, done.said) for done in ends] == [(0, "")] * 2
    finally:
        reader.over.set()
        reader.join()

    assert reader.wrong == []
    assert reader.seen == sorted(reader.seen)
    assert (reader.seen[0], len(reader.seen) > 4) == (13, True)
    assert world.equals_scratch()


def test_twenty_readers_and_a_sync(indexed: World) -> None:
    """Twenty reports at once, each of which would sync: all end well, and all say what the last of them says."""
    readers = [start(indexed.root, indexed.config, "spent") for _ in range(20)]

    ends = [end(reader) for reader in readers]

    assert [(done.code, done.said) for done in ends] == [(0, "")] * 20
    assert {done.out for done in ends} == {tally(indexed.root, indexed.config, "spent").out}
    assert indexed.equals_scratch()


def test_a_sync_while_another_forgets(world: World) -> None:
    """Forgetting and syncing at once: what is forgotten does not come back."""
    world.sync()
    corpus.grow(world.config)
    words = [*("--session", corpus.FORGOTTEN), "--yes"]
    both = [start(world.root, world.config), start(world.root, world.config, "forget", *words)]
    ends = [end(one) for one in both]
    assert [(done.code, done.said) for done in ends] == [(0, "")] * 2

    synced(world.root, world.config)

    assert not any(corpus.FORGOTTEN in str(row) for row in world.dump()["name"])
    # two forgotten; twenty-six new sessions of one, three more of session 4, one more in session 1
    assert len(world.dump()["response"]) == 13 - 2 + 26 + 3 + 1
