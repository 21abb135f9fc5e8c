"""Writes what was read of files: cursors, usage lines, events, rejections. Folding them is `folding`'s work."""

from __future__ import annotations

import os

from tallystick.model.transcript_file import GONE, GROWN, INTAKE_TABLES, NEW, REPARSED
from tallystick.store.schema import EVENT_TABLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection
    from typing import Any

    from tallystick.model.transcript_file import FileState

    Row = tuple[object, ...]

# Columns of usage_line that fold by maximum, and those two stretches of one generation add up.
_KEY, _FILE, _PART, _LINE, _NTH, _T = range(6)
_CLAIMED, _SIDE, _STOPPED, _VARIANT, _VISIBLE, _LINES = 7, 10, 11, 12, 13, 14
_COUNTS = range(15, 22)
_GENERATION = 22
_FROM_FIRST_LINE = (3, 4, 6, 8, 9)

_INSERT = {
    "usage_line": 24,
    "cost_state": 17,
    "limit_event": 9,
    "rejection": 7,
    "segment": 9,
    "boundary": 12,
    "spawn": 7,
}
_STATEMENTS = {
    table: f"INSERT OR REPLACE INTO {table} VALUES({','.join('?' * columns)})" for table, columns in _INSERT.items()
}
# A path need not be UTF-8: it is kept as the bytes it is, and read as Python reads file names.
_FILE_ROW = f"INSERT OR REPLACE INTO file VALUES(?, CAST(? AS TEXT), CAST(? AS TEXT), {','.join('?' * 21)})"
_SPAN = """INSERT INTO file_session VALUES(?,?,?,?,?) ON CONFLICT DO UPDATE SET
  first_t = min(ifnull(first_t, excluded.first_t), ifnull(excluded.first_t, first_t)),
  last_t = max(ifnull(last_t, excluded.last_t), ifnull(excluded.last_t, last_t)),
  bare_t = min(ifnull(bare_t, excluded.bare_t), ifnull(excluded.bare_t, bare_t))"""
_TAILED = (*EVENT_TABLES, "limit_event", "rejection", "cost_state")


class Dirty:
    """What a batch touched and folding must look at again."""

    __slots__ = ("keys", "sessions")

    def __init__(self) -> None:
        self.keys: set[int] = set()
        self.sessions: set[int] = set()


def write(db: Connection, state: FileState, relation: int, rows: dict[str, list[Row]], dirty: Dirty) -> None:
    """Write one file's intake: its rows first, the cursor that says they are there last."""
    if relation == NEW and state.state == GONE:
        return  # it went between the scan and the read
    usage = rows["usage_line"]
    if relation != NEW:
        _clear(db, state, relation, dirty)
        usage = [_merged(db, row) for row in usage]
    dirty.keys.update(row[_KEY] for row in usage)  # type: ignore[misc]
    dirty.sessions.update(row[1] for row in rows["file_session"])  # type: ignore[misc]
    db.executemany(_STATEMENTS["usage_line"], usage)
    for table in INTAKE_TABLES[1:]:
        if rows[table]:
            db.executemany(_SPAN if table == "file_session" else _STATEMENTS[table], rows[table])
    if relation != NEW:  # what this read says of the file may change what its other sessions say
        held = db.execute("SELECT session FROM file_session WHERE file = ?", (state.id,))
        dirty.sessions.update(session for (session,) in held)
    file, path, transcript, *rest = state.row()
    db.execute(_FILE_ROW, (file, os.fsencode(str(path)), os.fsencode(str(transcript)), *rest))


def _clear(db: Connection, state: FileState, relation: int, dirty: Dirty) -> None:
    """Take away what this read replaces: what stood behind the last line feed, or a whole generation of events."""
    if relation == GROWN:
        where = (state.id, state.generation)
        tail = "file = ? AND part & 1 AND generation = ?"
        dirty.keys.update(key for (key,) in db.execute(f"SELECT key FROM usage_line WHERE {tail}", where))
        for table in ("usage_line", "limit_event", "rejection", "cost_state"):
            db.execute(f"DELETE FROM {table} WHERE {tail}", where)
        for table in EVENT_TABLES:
            db.execute(f"DELETE FROM {table} WHERE file = ? AND part & 1", (state.id,))
        return
    for table in EVENT_TABLES:
        db.execute(f"DELETE FROM {table} WHERE file = ?", (state.id,))
    for table in ("limit_event", "rejection"):
        db.execute(f"DELETE FROM {table} WHERE file = ?", (state.id,))
    if relation == REPARSED:
        where = (state.id, state.generation)
        dirty.keys.update(
            key for (key,) in db.execute("SELECT key FROM usage_line WHERE file = ? AND generation = ?", where)
        )
        for table in ("usage_line", "cost_state"):
            db.execute(f"DELETE FROM {table} WHERE file = ? AND generation = ?", where)


def _merged(db: Connection, row: Row) -> Row:
    """Fold a usage line into the one that the index holds of the same response and file."""
    old = db.execute("SELECT * FROM usage_line WHERE key = ? AND file = ? AND part = ?", row[:3]).fetchone()
    if old is None:
        return row
    new = list(row)
    for at in (*_COUNTS, _SIDE, _STOPPED):
        new[at] = max(old[at], new[at])
    new[_CLAIMED] = new[_CLAIMED] or old[_CLAIMED]
    new[_VARIANT] |= old[_VARIANT]
    times: list[Any] = [t for t in (old[_T], new[_T]) if t is not None]
    new[_T] = min(times, default=None)
    if old[_GENERATION] == new[_GENERATION]:
        new[_VISIBLE] += old[_VISIBLE]
        new[_LINES] += old[_LINES]
        if (old[_LINE], old[_NTH]) < (new[_LINE], new[_NTH]):
            for at in _FROM_FIRST_LINE:
                new[at] = old[at]
    return tuple(new)


def learn_names(db: Connection, names: Iterable[tuple[int, str]]) -> None:
    """Keep the texts of names."""
    db.executemany("INSERT OR IGNORE INTO name VALUES(?, ?)", names)


def mark(db: Connection, states: Iterable[tuple[int, int]]) -> None:
    """Set the state (present, gone, unreadable) of files: pairs of state and file."""
    db.executemany("UPDATE file SET state = ? WHERE id = ?", states)


def move(db: Connection, file: int, path: str, dirty: Dirty) -> None:
    """Note that a file stands elsewhere now; between equal copies the path decides, so its rows are folded again."""
    dirty.keys.update(key for (key,) in db.execute("SELECT key FROM usage_line WHERE file = ?", (file,)))
    dirty.sessions.update(key for (key,) in db.execute("SELECT session FROM file_session WHERE file = ?", (file,)))
    db.execute("UPDATE file SET path = CAST(? AS TEXT), state = 0 WHERE id = ?", (os.fsencode(path), file))
