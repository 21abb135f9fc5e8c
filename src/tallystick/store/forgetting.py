"""Removes sessions for good: their usage, events, names and files."""

from __future__ import annotations

from tallystick.accounting.digests import key as key_of
from tallystick.model.event import CALL_ROW
from tallystick.store import folding
from tallystick.store.writing import Dirty

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    from tallystick.store.index import Index

_BY_FILE = ("usage_line", "cost_state", "limit_event", "rejection", "segment", "boundary", "spawn", "file_session")
_NAMED = (
    ("file", ("agent", "session", "cwd", "version")),
    ("file_session", ("session",)),
    ("usage_line", ("session", "claimed", "model", "branch")),
    ("cost_state", ("session", "model")),
    ("limit_event", ("kind",)),
    ("boundary", ("trigger",)),
)


def forget(index: Index, sessions: set[int]) -> int:
    """Remove all that the index holds of these sessions' files and return how many files that were.

    Of a transcript that is still there only hashes of its path and of its first bytes stay, so that it is not read
    again; a file that also holds lines of another session goes whole. Copies that forks hold are the forks' own.
    """
    with index.write() as db:
        dirty = Dirty()
        files = _files(db, sessions)
        for file, path, head in files:
            dirty.sessions.update(
                key for (key,) in db.execute("SELECT session FROM file_session WHERE file = ?", (file,))
            )
            dirty.keys.update(key for (key,) in db.execute("SELECT key FROM usage_line WHERE file = ?", (file,)))
            db.execute("INSERT OR IGNORE INTO forgotten VALUES(?, ?)", (key_of(path), head))
            for table in _BY_FILE:
                db.execute(f"DELETE FROM {table} WHERE file = ?", (file,))
            db.execute("DELETE FROM file WHERE id = ?", (file,))
        for session in sessions:  # a fork's copies that named a forgotten session are the fork's own now
            dirty.keys.update(key for (key,) in db.execute("SELECT key FROM usage_line WHERE claimed = ?", (session,)))
            db.execute("UPDATE usage_line SET claimed = 0 WHERE claimed = ?", (session,))
        folding.fold(db, dirty)
        _drop_names(db)
        for kept in ("meta WHERE key LIKE 'cache:%'", "glance"):  # what was computed may name what is forgotten
            db.execute(f"DELETE FROM {kept}")
    index.db.execute("VACUUM")
    index.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return len(files)


def _files(db: Connection, sessions: set[int]) -> list[tuple[int, str, bytes]]:
    found: dict[int, tuple[int, str, bytes]] = {}
    for session in sessions:
        query = "SELECT f.id, f.path, f.head FROM file f JOIN file_session s ON s.file = f.id WHERE s.session = ?"
        found.update((row[0], row) for row in db.execute(query, (session,)))
    return list(found.values())


def _drop_names(db: Connection) -> None:
    """Drop every name that nothing refers to any more: paths, branches, projects."""
    used: set[int] = set()
    for table, columns in _NAMED:
        for column in columns:
            used.update(key for (key,) in db.execute(f"SELECT DISTINCT {column} FROM {table}"))
    for (calls,) in db.execute("SELECT calls FROM segment"):
        for row in CALL_ROW.iter_unpack(calls):
            used.update((row[4], row[7], row[12], row[13], row[14]))
    db.executemany(
        "DELETE FROM name WHERE key = ?", [(key,) for (key,) in db.execute("SELECT key FROM name") if key not in used]
    )
