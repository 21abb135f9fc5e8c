"""An index that is broken, newer, older or held: one clear line that says what to do, and no byte of it changes."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tallystick.agents import claude_code
from tallystick.errors import IndexBusy, IndexNewer
from tallystick.host.locks import Lock
from tallystick.store import folding, schema
from tallystick.store import index as store
from tallystick.tasks import sync as syncing
from tests.casebook.thread import sid
from tests.crash import corpus
from tests.indexes import differences, synced
from tests.trouble.conftest import World
from tests.trouble.tally import tally

COMMANDS = ("sync", "spent", "overview", "doctor")


def noise(path: Path) -> None:
    """Bytes that are no database."""
    path.write_bytes(random.Random(1).randbytes(40_000))


def half(path: Path) -> None:
    """The first half of a database."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def worn(path: Path) -> None:
    """A database whose pages behind the first are noise."""
    data = path.read_bytes()
    path.write_bytes(data[:8192] + random.Random(2).randbytes(len(data) - 8192))


def words(path: Path) -> None:
    """A text."""
    path.write_text("clay\n" * 2000, encoding="utf-8")


def folder(path: Path) -> None:
    """A folder."""
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("spoil", [noise, half, worn, words, folder])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_broken_index_is_said_to_be_one(indexed: World, command: str, spoil: Callable[[Path], None]) -> None:
    """Each command that needs the index ends with one line that names it; the file stays as it is."""
    path = indexed.root / store.NAME
    spoil(path)
    before = path.read_bytes() if path.is_file() else None

    done = tally(indexed.root, indexed.config, command)

    if command == "doctor" and done.code == 0:  # it looks, and tells on its page
        assert "Traceback" not in done.said
    else:
        assert done.failed_in_one_line(str(path)), done
    assert before == (path.read_bytes() if path.is_file() else None)


def test_an_empty_file_is_no_index_yet(world: World) -> None:
    """What a full disk leaves of a file, nothing, becomes a whole index."""
    world.root.mkdir()
    (world.root / store.NAME).touch()

    synced(world.root, world.config)

    assert world.equals_scratch()
    with closing(sqlite3.connect(world.root / store.NAME)) as db:
        made = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")}
    assert {"usage_line_session", "response_q"} <= made


def set_version(root: Path, version: int) -> None:
    """Write another version into an index."""
    with closing(sqlite3.connect(root / store.NAME)) as db:
        db.execute(f"PRAGMA user_version={version}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_newer_index_is_left_alone(indexed: World, command: str) -> None:
    """An index that a newer tally wrote: one line, exit 1, and not a byte of it changes."""
    set_version(indexed.root, schema.VERSION + 1)
    before = (indexed.root / store.NAME).read_bytes()

    done = tally(indexed.root, indexed.config, command)

    if command == "doctor" and done.code == 0:
        assert "newer" in done.out
    else:
        assert done.failed_in_one_line("newer", str(indexed.root)), done
    assert before == (indexed.root / store.NAME).read_bytes()


def test_an_index_made_newer_under_our_hands(indexed: World) -> None:
    """A newer tally migrates the index while an older one has it open: what the older one would write, it does not."""
    before = indexed.dump()
    opened = store.open_index(str(indexed.root))
    assert opened is not None
    set_version(indexed.root, schema.VERSION + 1)

    with opened as index, pytest.raises(IndexNewer, match="newer tally"), index.write() as db:
        db.execute("DELETE FROM response")

    set_version(indexed.root, schema.VERSION)
    assert differences(before, indexed.dump()) == {}


def test_rows_of_a_newer_parser_stay(indexed: World) -> None:
    """A file that a better parser has read is not read again by an older one, as long as it does not change."""
    synced(indexed.root, indexed.config)
    with closing(sqlite3.connect(indexed.root / store.NAME)) as db:
        db.execute("UPDATE file SET parser = 99")
        db.execute("UPDATE usage_line SET parser = 99")
        db.commit()
    before = indexed.dump()

    assert synced(indexed.root, indexed.config).changed == 0
    assert differences(before, indexed.dump()) == {}


def test_rows_of_an_older_parser_are_read_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A better parser replaces what an older one found in files that are there; what it cannot read again stays."""
    world.sync()
    expected = world.dump()
    gone = world.projects / "b" / f"{sid(3)}.jsonl"
    gone.unlink()
    with closing(sqlite3.connect(world.root / store.NAME)) as db:
        db.execute("UPDATE usage_line SET output = output + 1000")
        db.execute("DELETE FROM rollup")
        folding.fold_all(db)
        db.commit()
    monkeypatch.setattr(claude_code, "PARSER", claude_code.PARSER + 1)

    report = synced(world.root, world.config)

    assert (report.reread, report.gone) == (5, 1)
    # the eleven responses of the five files are what they were; the two of the file that is gone keep what was found
    outputs = {row[0]: row[-2] for row in expected["response"]}
    found = {row[0]: row[-2] for row in world.dump()["response"]}
    assert sorted(found[key] - outputs[key] for key in outputs) == [0] * 11 + [1000] * 2
    assert report.difference[0] == 0
    assert report.difference[-1] == -11_000


def test_a_writer_that_holds_the_database(indexed: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process in the middle of a long write: one line after the wait, and nothing is half done."""
    monkeypatch.setattr(store, "_WAIT_MS", 50)
    before = indexed.dump()
    with closing(sqlite3.connect(indexed.root / store.NAME, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(IndexBusy, match="another process") as caught:
            synced(indexed.root, indexed.config)
        assert "\n" not in str(caught.value)
        assert differences(before, indexed.dump()) == {}  # and reading goes on
        db.execute("ROLLBACK")

    synced(indexed.root, indexed.config)
    assert indexed.equals_scratch()


@pytest.mark.parametrize("first", [True, False])
def test_a_lock_that_another_sync_holds(world: World, monkeypatch: pytest.MonkeyPatch, *, first: bool) -> None:
    """A sync that cannot get the lock says so after its wait; with nothing new it needs none."""
    monkeypatch.setattr(syncing, "_LOCK_WAIT", 0.05)
    if first:
        world.root.mkdir()
    else:
        world.sync()
    with Lock(str(world.root / "index.lock"), wait=1):
        if not first:
            assert synced(world.root, world.config).changed == 0
            corpus.grow(world.config)
        with pytest.raises(IndexBusy, match=r"index\.lock"):
            synced(world.root, world.config)

    world.sync()
    assert world.equals_scratch()
