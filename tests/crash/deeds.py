"""What is killed: one deed on an index, in a process of its own: `python -m tests.crash.deeds DEED ROOT CONFIG`."""

from __future__ import annotations

import os
import sqlite3
import sys
from typing import TYPE_CHECKING

from tallystick.accounting.digests import key
from tallystick.store import backups, forgetting, writing
from tallystick.store.index import NAME, open_index
from tallystick.tasks import sync as syncing
from tests.crash.corpus import FORGOTTEN

if TYPE_CHECKING:
    from sqlite3 import Connection

    from tallystick.model.transcript_file import FileState
    from tallystick.store.writing import Dirty, Row

LEFT_OPEN: list[sqlite3.Connection] = []


def sync(root: str, config: str) -> None:
    """Bring the index up to date."""
    syncing.sync(root, [config], {"HOME": root})


def forget(root: str, _: str) -> None:
    """Forget one session for good, under the lock, its backups with it."""
    index = open_index(root)
    assert index is not None
    with index, syncing.locked(root):
        forgetting.forget(index, {key(FORGOTTEN)})
        backups.drop(index)


def sync_and_leave_the_log(root: str, config: str) -> None:
    """Sync while somebody else has the index open, and end hard: what is new stays in the write-ahead log."""
    LEFT_OPEN.append(sqlite3.connect(os.path.join(root, NAME)))
    LEFT_OPEN[0].execute("SELECT count(*) FROM meta").fetchall()
    sync(root, config)


def sync_with_cursors_first(root: str, config: str) -> None:
    """A planted fault: a file's cursor is committed before its rows are written."""
    write = writing.write

    def faulty(db: Connection, state: FileState, relation: int, rows: dict[str, list[Row]], dirty: Dirty) -> None:
        write(db, state, relation, {table: [] for table in rows}, dirty)
        db.execute("COMMIT")
        db.execute("BEGIN IMMEDIATE")
        write(db, state, relation, rows, dirty)

    writing.write = faulty
    sync(root, config)


DEEDS = {deed.__name__: deed for deed in (sync, forget, sync_and_leave_the_log, sync_with_cursors_first)}

if __name__ == "__main__":
    DEEDS[sys.argv[1]](*sys.argv[2:])
    os._exit(0)
