"""The index's tables, as append-only migrations."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing

import pytest

from tallystick.model.transcript_file import INTAKE_TABLES, FileState
from tallystick.store import schema

# Digests of released migrations: what a released version wrote is never edited.
RELEASED: tuple[str, ...] = ()


def made() -> sqlite3.Connection:
    """A database with every migration."""
    db = sqlite3.connect(":memory:")
    for migration in schema.MIGRATIONS:
        db.executescript(migration)
    return db


def tables(db: sqlite3.Connection) -> set[str]:
    """The names of its tables."""
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_released_migrations_stand() -> None:
    """Each is what it was when it was released; the version counts them."""
    digests = tuple(hashlib.sha256(migration.encode()).hexdigest() for migration in schema.MIGRATIONS)

    assert RELEASED == digests[: len(RELEASED)]
    assert len(schema.MIGRATIONS) == schema.VERSION


def test_kept_and_derived_tables_are_all_there_are() -> None:
    """Every table is either kept for good or may be filled again."""
    with closing(made()) as db:
        derived = {"response", "rollup", "session", "unattributed", "glance"}
        assert set(schema.KEPT_TABLES) | set(schema.EVENT_TABLES) | derived == tables(db)
        assert set(INTAKE_TABLES) <= tables(db)


def test_a_files_state_is_its_row() -> None:
    """Field by field, in the table's order."""
    with closing(made()) as db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(file)")]

    assert list(FileState.FIELDS) == columns


@pytest.mark.parametrize("table", ["usage_line", "response", "rollup", "unattributed"])
def test_counts_stand_in_one_order(table: str) -> None:
    """Input, 5m, 1h, unknown, read, output, searches: wherever they are kept."""
    with closing(made()) as db:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    at = columns.index("input")

    assert ["input", "write_5m", "write_1h", "write_unknown", "read", "output", "searches"] == columns[at : at + 7]


def test_an_index_with_rows_passes_its_own_check() -> None:
    """SQLite 3.40 takes a key column behind another for empty: the order of columns is chosen so that none is."""
    with closing(made()) as db:
        for table in tables(db):
            columns = db.execute(f"PRAGMA table_info({table})").fetchall()
            db.execute(f"INSERT INTO {table} VALUES({','.join('?' * len(columns))})", range(1, len(columns) + 1))

        assert [("ok",)] == db.execute("PRAGMA integrity_check").fetchall()
