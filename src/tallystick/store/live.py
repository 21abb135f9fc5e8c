"""A session's history kept in memory while it is being written: only the stretches that are new are read.

For a process that answers many questions about one session. It holds what `store.histories` would read: threads, turns
and acts, without the openings of other sessions; names are looked up where they are shown.
"""

from __future__ import annotations

from tallystick.accounting.threads import ThreadBuilder
from tallystick.model.history import NO_TURN, UNKNOWN_TIME, History, Thread
from tallystick.store import events, lineage, queries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.threads import Booked, Boundaries
    from tallystick.store.index import Index

_FILES = """SELECT f.id, f.transcript, f.side, f.generation, f.parser, ifnull(min(s.first_t), -1) AS began
  FROM file f LEFT JOIN file_session s ON s.file = f.id WHERE f.session = ?
  GROUP BY f.id ORDER BY f.side, began, f.transcript, f.path"""
_SEGMENTS = """SELECT first_line, part, last_line, moments, calls, results, words FROM segment
  WHERE file = ? AND first_line > ? ORDER BY first_line, part"""
_BOOKED = """SELECT u.key, r.file = u.file, ifnull(r.t, -1), r.model, r.input, r.read,
    r.write_5m + r.write_1h + r.write_unknown
  FROM usage_line u JOIN response r ON r.key = u.key WHERE u.file = ? AND u.part & 2 = 0 AND u.line > ?"""
_BOUNDARIES = "SELECT line, nth, micro, preserved, dropped FROM boundary WHERE file = ? AND line > ?"


class Names(dict[int, str]):
    """The texts of keys, looked up once each while the index is open; what is not known is remembered as empty."""

    def __init__(self) -> None:
        self._index: Index | None = None

    def open(self, index: Index) -> None:
        """Look up in this index from now on."""
        self._index = index

    def __missing__(self, key: int) -> str:
        found = queries.names_of(self._index, {key}).get(key, "") if self._index is not None else ""
        self[key] = found
        return found

    def get(self, key: int, default: str = "") -> str:  # type: ignore[override]
        """Return the text of a key."""
        return self[key] or default


class _File:
    """One transcript: what was read of it so far, up to the line `last`, and as which thread.

    `is_whole` is false where the last stretch stands behind the last line feed: it will be replaced.
    """

    __slots__ = ("_booked", "_boundaries", "builder", "identity", "is_whole", "last", "prefix", "thread")

    def __init__(self, identity: tuple[int, int, int], prefix: str) -> None:
        self.identity = identity  # its place among the threads, generation and parser
        self.prefix = prefix
        self.thread: Thread | None = None
        self._booked: Booked = {}
        self._boundaries: Boundaries = {}
        self.builder = ThreadBuilder(identity[0], self._booked, self._boundaries)
        self.last = 0
        self.is_whole = True

    def read(self, index: Index, file: int) -> bool:
        """Read the stretches that are new; say whether there were any."""
        rows = index.db.execute(_SEGMENTS, (file, self.last)).fetchall()
        if not rows:
            return False
        for key, own, *booked in index.db.execute(_BOOKED, (file, self.last)):
            self._booked[key] = (bool(own), *booked)
        for line, part, *cut in index.db.execute(_BOUNDARIES, (file, self.last)):
            self._boundaries[line, part] = tuple(cut)
        self.builder.feed(row[3:] for row in rows)
        self.last = rows[-1][2]
        self.is_whole = not any(row[1] & 1 for row in rows)
        return True


class LiveSession:
    """One session, by its key. `refresh` reads what the index has learned of it since the last time."""

    __slots__ = ("_files", "_key", "_names")

    def __init__(self, key: int) -> None:
        self._key = key
        self._names = Names()
        self._files: dict[int, _File] = {}

    def refresh(self, index: Index) -> History:
        """Return the session as the index has it now; its names can be asked for while that is open."""
        self._names.open(index)
        rows = index.db.execute(_FILES, (self._key,)).fetchall()
        links = lineage.links(index, self._key)
        places = {row[0]: place for place, row in enumerate(rows)}
        threads = []
        for place, (file, transcript, side, generation, parser, first_t) in enumerate(rows):
            held = self._held(index, file, transcript, (place, generation, parser))
            link = links.get(file)
            parent = places.get(link.parent, NO_TURN) if link else NO_TURN
            if held.read(index, file) or held.thread is None or held.thread.parent != parent:
                held.thread = Thread(
                    place,
                    file,
                    transcript,
                    held.prefix,
                    is_child=bool(side),
                    parent=parent,
                    spawned_by=link.call if link else 0,
                    first_t=first_t,
                    turns=tuple(held.builder.turns),
                    cuts=tuple(held.builder.cuts),
                    acts=tuple(held.builder.all_acts()),
                    claims=tuple(held.builder.claims),
                )
            threads.append(held.thread)
        known = index.db.execute("SELECT project FROM session WHERE key = ?", (self._key,)).fetchone()
        return History(
            self._key,
            "",
            project=known[0] if known else 0,
            is_fork=False,
            first_t=threads[0].first_t if threads else UNKNOWN_TIME,
            threads=tuple(threads),
            earlier=(),
            names=self._names,
            window_of=lambda t: t,
        )

    def _held(self, index: Index, file: int, transcript: str, identity: tuple[int, int, int]) -> _File:
        held = self._files.get(file)
        if held is None or held.identity != identity or not held.is_whole:
            prefix = held.prefix if held else events.unique_prefix(index, transcript)
            held = self._files[file] = _File(identity, prefix)
        return held
