"""Keeps what the findings of each session come to; folding drops it as soon as something of the session changes."""

from __future__ import annotations

from sqlite3 import OperationalError

from tallystick.store import health

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from sqlite3 import Connection

    from tallystick.store.index import Index

# A session's findings rest on the lines of its files, and on how responses that these share with others were folded.
_DROP = """DELETE FROM glance WHERE session IN (
    SELECT f.session FROM usage_line l JOIN file f ON f.id = l.file WHERE l.key IN (SELECT key FROM dirty)
    UNION SELECT f.session FROM file_session s JOIN file f ON f.id = s.file
      WHERE s.session IN (SELECT key FROM dirty_session))"""


def load(index: Index, stamp: str) -> dict[int, bytes]:
    """Return what was kept under a stamp, by session; nothing from an older index that may not be written."""
    try:
        return dict(index.db.execute("SELECT session, value FROM glance WHERE stamp = ?", (stamp,)))
    except OperationalError:
        return {}


def keep(index: Index, stamp: str, values: Mapping[int, bytes], state: str) -> None:
    """Keep what was computed while the index was in a state (`health.state`), if it still is.

    An index that cannot be written just stays slower.
    """
    try:
        with index.write() as db:
            if health.state(index) == state:
                db.execute("DELETE FROM glance WHERE stamp <> ?", (stamp,))
                rows = ((session, stamp, value) for session, value in values.items())
                db.executemany("INSERT OR REPLACE INTO glance VALUES(?, ?, ?)", rows)
    except OperationalError:
        return


def drop(db: Connection) -> None:
    """Drop what a fold has just made old: its keys and sessions stand in the tables `dirty` and `dirty_session`."""
    db.execute(_DROP)
