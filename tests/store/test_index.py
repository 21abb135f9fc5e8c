"""The index file: opening, making, migrating; every failure becomes one line. Broken and held ones: tests/trouble/."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tallystick import errors
from tallystick.store import index as store
from tallystick.store import schema
from tallystick.store.index import Index, create, explain, finish, open_index


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root folder with an empty index."""
    index = create(str(tmp_path / store.NAME), wal=True)
    finish(index)
    return tmp_path


@pytest.fixture
def index(root: Path) -> Iterator[Index]:
    """That index, open."""
    opened = open_index(str(root))
    assert opened is not None
    with opened:
        yield opened


def test_where_there_is_none_there_is_none(tmp_path: Path) -> None:
    """No file, no folder, or a file of no bytes: nothing is made by looking."""
    assert open_index(str(tmp_path)) is None
    assert open_index(str(tmp_path / "nowhere")) is None
    (tmp_path / store.NAME).touch()
    assert (open_index(str(tmp_path)), store.is_there(str(tmp_path))) == (None, False)


@pytest.mark.parametrize(("wal", "mode"), [(True, "wal"), (False, "delete")])
def test_a_finished_index_is_whole(tmp_path: Path, wal: bool, mode: str) -> None:  # noqa: FBT001 - the case
    """Version, tables, indexes and journal: without a write-ahead log where the disk is another machine's."""
    made = create(str(tmp_path / store.NAME), wal=wal)
    store.index_kept_tables(made)
    finish(made)

    with closing(sqlite3.connect(tmp_path / store.NAME)) as db:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL")}
        assert (schema.VERSION, mode) == (
            db.execute("PRAGMA user_version").fetchone()[0],
            db.execute("PRAGMA journal_mode").fetchone()[0],
        )
    assert {"usage_line_session", "response_q", "spawn_prompt"} <= names
    assert {store.NAME} == set(os.listdir(tmp_path)) - {f"{store.NAME}-wal", f"{store.NAME}-shm"}


def run(db: sqlite3.Connection, *statements: str) -> None:
    """Run statements one after the other."""
    for statement in statements:
        db.execute(statement)


def test_a_transaction_is_all_or_nothing(index: Index) -> None:
    """What fails in the middle leaves no row."""
    with index.write() as db:
        db.execute("INSERT INTO name VALUES(1, 'kiln')")
    with pytest.raises(sqlite3.IntegrityError), index.write() as db:
        run(db, "INSERT INTO name VALUES(2, 'glaze')", "INSERT INTO name VALUES(2, 'twice')")

    assert [(1,)] == index.db.execute("SELECT key FROM name").fetchall()


def test_a_lost_transaction_needs_no_rollback(index: Index) -> None:
    """SQLite rolls back by itself on some failures."""
    with pytest.raises(sqlite3.OperationalError), index.write() as db:
        run(db, "ROLLBACK", "SELECT nothing")


def test_values_are_kept_under_their_keys(index: Index) -> None:
    """A cached value is one stamp's: another stamp takes its place."""
    assert (None, None) == (index.meta("backup_at"), index.cache("prices", "1"))
    index.keep("prices", "1", b"old")
    index.keep("prices", "2", b"new")
    index.keep("settings", "1", b"other")

    assert (None, b"new", b"other") == (
        index.cache("prices", "1"),
        index.cache("prices", "2"),
        index.cache("settings", "1"),
    )
    assert "wal" == index.meta("journal")


def test_a_value_that_cannot_be_kept_is_not(index: Index) -> None:
    """An index that may only be read just stays slower."""
    index.db.execute("PRAGMA query_only=1")
    index.keep("prices", "1", b"x")

    assert index.cache("prices", "1") is None


def test_an_older_index_is_brought_up(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One migration a transaction, each once; what it held it holds."""
    with closing(sqlite3.connect(root / store.NAME)) as db:
        db.execute("INSERT INTO name VALUES(1, 'kiln')")
        db.commit()
    steps = ("CREATE TABLE one(x); INSERT INTO one VALUES(1)", "CREATE TABLE two(x)")
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, *steps))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 2)

    for _ in range(2):
        opened = open_index(str(root))
        assert opened is not None
        with opened as index:
            assert schema.VERSION == store.check_version(index)
            assert [(1, "kiln")] == index.db.execute("SELECT * FROM name").fetchall()
            assert [(1,)] == index.db.execute("SELECT * FROM one").fetchall()


def test_a_failed_migration_leaves_the_version(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again by the next process; nothing of it stays."""
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, "CREATE TABLE one(x); CREATE TABLE one(x)"))
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)

    with pytest.raises(errors.TallyError):
        open_index(str(root))

    with closing(sqlite3.connect(root / store.NAME)) as db:
        assert schema.VERSION - 1 == db.execute("PRAGMA user_version").fetchone()[0]
        assert [] == db.execute("SELECT name FROM sqlite_master WHERE name = 'one'").fetchall()


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("database is locked", errors.IndexBusy),
        ("database or disk is full", errors.IndexFull),
        ("disk I/O error", errors.IndexFull),
        ("attempt to write a readonly database", errors.RootUnusable),
        ("unable to open database file", errors.RootUnusable),
        ("database disk image is malformed", errors.IndexCorrupt),
        ("file is not a database", errors.IndexCorrupt),
        ("no such table: name", errors.IndexCorrupt),
        ("integer overflow", errors.IndexUnusable),
    ],
)
def test_failures_are_explained(said: str, kind: type[errors.TallyError]) -> None:
    """One line: which file, what happened, what to do."""
    found = explain(sqlite3.DatabaseError(said), "/srv/root/index.sqlite3")

    assert type(found) is kind
    assert "/srv/root/index.sqlite3" in str(found)
    assert "\n" not in str(found)


def test_a_message_that_is_no_text_is_explained() -> None:
    """SQLite quotes a damaged file's own bytes."""
    found = explain(UnicodeDecodeError("utf-8", b"\xd3", 0, 1, "invalid"), "/srv/root/index.sqlite3")

    assert type(found) is errors.IndexCorrupt


def test_a_failure_over_a_damaged_file_is_the_files(root: Path) -> None:
    """What was read of it may be anything; over a sound one, or a closed one, the failure is nobody's but ours."""
    path = root / "index.sqlite3"
    opened = open_index(str(root))
    assert opened is not None
    with opened as index:
        assert index.failure(ValueError("no number")) is None
    assert opened.failure(ValueError("no number")) is None
    held = bytearray(path.read_bytes())
    size = int.from_bytes(held[16:18], "big")
    for page in range(size, len(held), size):
        held[page] ^= 0xFF  # what kind of page it is
    path.write_bytes(held)

    damaged = Index(str(path), sqlite3.connect(path))
    with pytest.raises(errors.IndexCorrupt, match="damaged"), damaged:
        raise ValueError("no number")
    with pytest.raises(KeyError), Index(str(path), sqlite3.connect(":memory:")):
        raise KeyError("ours")


def test_a_failure_inside_is_explained(root: Path) -> None:
    """Whatever is done with an open index."""
    opened = open_index(str(root))
    assert opened is not None
    with pytest.raises(errors.IndexCorrupt, match="nothing_there"), opened as index:
        index.db.execute("SELECT * FROM nothing_there")
