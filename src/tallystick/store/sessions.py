"""Folds of sessions: their span, project and fork parent, and what only the client's running totals know of them."""

from __future__ import annotations

from tallystick.accounting import unattributed
from tallystick.model.event import MOMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlite3 import Connection

    Counts = tuple[int, ...]

_COUNTS = "input, write_5m, write_1h, write_unknown, read, output, searches"
_FOREVER = 1 << 62


def span(db: Connection, session: int) -> tuple[str, int | None]:
    """Return a session's id and when its lines start (ms)."""
    row = db.execute("SELECT min(first_t) FROM file_session WHERE session = ?", (session,)).fetchone()
    name = db.execute("SELECT text FROM name WHERE key = ?", (session,)).fetchone()
    return (name[0] if name else ""), row[0]


def uuids(db: Connection, session: int) -> list[tuple[int, int]]:
    """Return the uuid key and time of every line of a session; key 0 and the first time for lines without uuid."""
    bare = db.execute("SELECT min(bare_t) FROM file_session WHERE session = ?", (session,)).fetchone()[0]
    found = [] if bare is None else [(0, bare)]
    query = "SELECT moments FROM segment WHERE file IN (SELECT file FROM file_session WHERE session = ?)"
    for (blob,) in db.execute(query, (session,)):
        found += [(row[6], row[5]) for row in MOMENT.iter_unpack(blob) if row[9] == session and row[6]]
    return found


def fold(db: Connection, keys: set[int] | None) -> None:
    """Fold these sessions, all where `keys` is None, and what depends on them."""
    parents = _parents(db, keys)
    rows = [(key, *facts, parents.get(key, 0)) for key, facts in _files(db, keys).items()]
    if keys is not None:
        db.executemany("DELETE FROM session WHERE key = ?", ((key,) for key in keys))
    db.executemany("INSERT OR REPLACE INTO session VALUES(?,?,?,?,?,?)", rows)
    _fold_unattributed(db, keys)


def _files(db: Connection, keys: set[int] | None) -> dict[int, tuple[int | None, int | None, int, int]]:
    """Return, for each session: first and last time, its main file, and the directory that file started in."""
    query = """SELECT s.session, s.first_t, s.last_t, f.side, n.text <> f.transcript, f.transcript, f.path, f.id, f.cwd
      FROM file_session s JOIN file f ON f.id = s.file LEFT JOIN name n ON n.key = s.session"""
    rows = []
    if keys is None:
        rows = db.execute(query).fetchall()
    else:
        for key in keys:
            rows += db.execute(query + " WHERE s.session = ?", (key,)).fetchall()
    best: dict[int, tuple[object, ...]] = {}
    found: dict[int, tuple[int | None, int | None, int, int]] = {}
    for session, first, last, *rank, file, cwd in rows:
        known = found.get(session)
        main = (file, cwd)
        if known is None or tuple(rank) < best[session]:
            best[session] = tuple(rank)
        else:
            main = known[2:]
        found[session] = (_earliest(first, known), _latest(last, known), *main)
    return found


def _earliest(t: int | None, known: tuple[int | None, ...] | None) -> int | None:
    old = known[0] if known else None
    return t if old is None else old if t is None else min(t, old)


def _latest(t: int | None, known: tuple[int | None, ...] | None) -> int | None:
    old = known[1] if known else None
    return t if old is None else old if t is None else max(t, old)


def _parents(db: Connection, keys: set[int] | None) -> dict[int, int]:
    """Return the session each fork was forked from: the owner of the latest response it copied."""
    # CROSS JOIN keeps the order: the few shared responses first, their lines by key
    query = """SELECT l.session, r.session, r.t FROM response r CROSS JOIN usage_line l ON l.key = r.key
      WHERE r.basis <> 2 AND l.session <> r.session ORDER BY r.t, r.key"""
    return {fork: owner for fork, owner, _ in db.execute(query) if keys is None or fork in keys}


def _fold_unattributed(db: Connection, keys: set[int] | None) -> None:
    stated = {key for (key,) in db.execute("SELECT DISTINCT session FROM cost_state")}
    origins = _Origins(db)
    if keys is not None:
        db.executemany("DELETE FROM unattributed WHERE session = ?", ((key,) for key in keys))
        stated &= origins.with_forks(keys)
    for key in stated:
        db.execute("DELETE FROM unattributed WHERE session = ?", (key,))
        rows = [(key, model, *counts) for model, counts in _only_stated(db, origins, key).items()]
        db.executemany("INSERT INTO unattributed VALUES(?,?,?,?,?,?,?,?,?)", rows)


class _Origins:
    """Which session each fork was made of, and when: at its first own response, which one look at all of them finds."""

    __slots__ = ("_begun", "_db", "_parents")

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._parents: dict[int, int] = dict(db.execute("SELECT key, parent FROM session WHERE parent <> 0"))
        self._begun: dict[int, int | None] | None = None

    def of(self, key: int) -> tuple[int, int]:
        """Return the session that this one was forked from (0 for none), and when (ms)."""
        parent = self._parents.get(key, 0)
        if not parent:
            return 0, _FOREVER
        if self._begun is None:
            forks = "SELECT key FROM session WHERE parent <> 0"
            query = f"SELECT session, min(t) FROM response WHERE session IN ({forks}) GROUP BY session"
            self._begun = dict(self._db.execute(query))
        own = self._begun.get(key)
        return parent, (_FOREVER if own is None else own)

    def with_forks(self, keys: set[int]) -> set[int]:
        """Return these sessions and all that descend from them by forks: what a fork inherits is its ancestors'."""
        children: dict[int, list[int]] = {}
        for key, parent in self._parents.items():
            children.setdefault(parent, []).append(key)
        found, open_ends = set(keys), list(keys)
        while open_ends:
            fresh = [key for key in children.get(open_ends.pop(), ()) if key not in found]
            found.update(fresh)
            open_ends += fresh
        return found


def _only_stated(db: Connection, origins: _Origins, key: int) -> dict[int, Counts]:
    """Return what a session's running totals know beyond all lines, less what they inherited at a fork."""
    parent, forked = origins.of(key)
    inherited = _surplus(db, origins, parent, forked) if parent else {}
    return unattributed.minus(_surplus(db, origins, key, _FOREVER), inherited)


def _surplus(db: Connection, origins: _Origins, key: int, until: int) -> dict[int, Counts]:
    """Return what a session's running totals say beyond its lines and its ancestors' before the forks, up to a time."""
    stated = db.execute(
        f"SELECT model, {_COUNTS} FROM cost_state WHERE session = ? AND ifnull(t, 0) <= ?", (key, until)
    )
    maxima = unattributed.maxima(stated)
    lines: list[tuple[int, ...]] = []
    seen: set[int] = set()
    while key and key not in seen:
        seen.add(key)
        query = f"SELECT key, model, part, {_COUNTS} FROM usage_line WHERE session = ? AND ifnull(t, 0) <= ?"
        lines += db.execute(query, (key, until)).fetchall()
        key, forked = origins.of(key)
        until = min(until, forked)
    return unattributed.minus(maxima, unattributed.lines_by_model(lines))
