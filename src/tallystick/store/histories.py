"""Reads sessions out of the index as histories for detectors: one session at a time, in the order of their starts."""

from __future__ import annotations

from tallystick.accounting import openings
from tallystick.accounting.evidence import prefixes
from tallystick.accounting.threads import ThreadBuilder
from tallystick.model.history import NO_TURN, History, Thread
from tallystick.store import lineage, queries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from tallystick.model.history import Opening, WindowOf
    from tallystick.store.index import Index
    from tallystick.store.lineage import Link

    # Of a file: number, transcript, is it a child, first time (ms, or -1), path.
    FileRow = tuple[int, str, int, int, str]

_FILES = """SELECT f.session, f.id, f.transcript, f.side, ifnull(min(s.first_t), -1), f.path
  FROM file f LEFT JOIN file_session s ON s.file = f.id GROUP BY f.id ORDER BY f.side, 5, f.transcript, f.path"""
_BETWEEN = """SELECT DISTINCT f.session FROM file f JOIN file_session s ON s.file = f.id
  WHERE s.last_t >= ? AND s.first_t < ?"""
_ALL = "SELECT DISTINCT session FROM file"
_SESSIONS = "SELECT key, project, parent, ifnull(first_t, -1) FROM session"
_BOOKED = """SELECT u.key, r.file = u.file, ifnull(r.t, -1), r.model, r.input, r.read,
    r.write_5m + r.write_1h + r.write_unknown
  FROM usage_line u JOIN response r ON r.key = u.key WHERE u.file = ? AND u.part & 2 = 0"""
_BOUNDARIES = "SELECT line, nth, micro, preserved, dropped FROM boundary WHERE file = ?"
_SEGMENTS = "SELECT moments, calls, results, words FROM segment WHERE file = ? ORDER BY first_line, part"


def histories(
    index: Index, window_of: WindowOf, stretch: tuple[int, int] | None = None, known: Container[int] = ()
) -> Iterator[History]:
    """Yield the history of every session, in the order of their starts, so that each knows the openings before it.

    With a stretch (from a first moment to before a last one, ms) only sessions that have lines in it. The `known` are
    left out, and so are their openings.
    """
    found = index.db.execute(*(_BETWEEN, stretch) if stretch else (_ALL,))
    wanted = {session for (session,) in found if session not in known}
    if wanted:
        reader = _Reader(index, window_of)
        yield from (reader.history(session) for session in reader.order if session in wanted)


def history(index: Index, session: int, window_of: WindowOf) -> History | None:
    """Return the history of one session, by its key, without the openings of others; None where it has no file."""
    reader = _Reader(index, window_of)
    return reader.history(session) if session in reader.order else None


class _Reader:
    """What all histories of one index share."""

    __slots__ = ("_earlier", "_files", "_index", "_links", "_names", "_prefixes", "_window_of", "order", "sessions")

    def __init__(self, index: Index, window_of: WindowOf) -> None:
        self._index = index
        self._window_of = window_of
        self._names = queries.names(index)
        self._links = lineage.links(index)
        self._files: dict[int, list[FileRow]] = {}
        for session, *row in index.db.execute(_FILES):
            self._files.setdefault(session, []).append((row[0], row[1], row[2], row[3], row[4]))
        self._prefixes = prefixes(row[1] for rows in self._files.values() for row in rows)
        known = {key: (project, parent, first) for key, project, parent, first in index.db.execute(_SESSIONS)}
        self.sessions = {key: known.get(key, (0, 0, -1)) for key in self._files}
        self.order = sorted(self._files, key=lambda key: (self.sessions[key][2], self._names.get(key, "")))
        self._earlier: dict[int, list[Opening]] = {}

    def history(self, session: int) -> History:
        """Return one session's history and remember how it opened."""
        project, parent, first_t = self.sessions[session]
        files = self._files[session]
        places = {row[0]: place for place, row in enumerate(files)}
        threads = tuple(self._thread(place, row, places) for place, row in enumerate(files))
        earlier = self._earlier.setdefault(project, [])
        history = History(
            session,
            self._names.get(session, ""),
            project=project,
            is_fork=parent != 0,
            first_t=first_t,
            threads=threads,
            earlier=tuple(earlier),
            names=self._names,
            window_of=self._window_of,
        )
        earlier[:] = openings.remember(earlier, history)
        return history

    def _thread(self, place: int, row: FileRow, places: dict[int, int]) -> Thread:
        file, transcript, side, first_t, _ = row
        db = self._index.db
        booked = {
            key: (bool(own), t, model, fresh, read, written)
            for key, own, t, model, fresh, read, written in db.execute(_BOOKED, (file,))
        }
        boundaries = {
            (line, part): (micro, preserved, dropped)
            for line, part, micro, preserved, dropped in db.execute(_BOUNDARIES, (file,))
        }
        builder = ThreadBuilder(place, booked, boundaries)
        builder.read(db.execute(_SEGMENTS, (file,)))
        link: Link | None = self._links.get(file)
        return Thread(
            place,
            file,
            transcript,
            self._prefixes[transcript],
            is_child=bool(side),
            parent=places.get(link.parent, NO_TURN) if link else NO_TURN,
            spawned_by=link.call if link else 0,
            first_t=first_t,
            turns=tuple(builder.turns),
            cuts=tuple(builder.cuts),
            acts=tuple(builder.acts),
            claims=tuple(builder.claims),
        )
