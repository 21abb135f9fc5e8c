"""Finds events by evidence: the transcript's id (or the start of it), a line, a part."""

from __future__ import annotations

from tallystick.model import event
from tallystick.model.answers import EventRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.store.index import Index

_LINE, _PART = 0, 1


def find(index: Index, prefix: str, line: int, part: int) -> list[EventRow]:
    """Return the events at a line and part of every transcript whose id starts with `prefix`."""
    quoted = prefix.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    query = """SELECT f.id, f.transcript, f.path, f.state, a.text, n.text, s.moments, s.calls, s.results, s.words
      FROM file f JOIN segment s ON s.file = f.id
      LEFT JOIN name a ON a.key = f.agent LEFT JOIN name n ON n.key = f.session
      WHERE f.transcript LIKE ? ESCAPE '\\' AND s.first_line <= ? AND s.last_line >= ? ORDER BY f.transcript, f.path"""
    found = []
    for file, transcript, path, state, agent, session, moments, calls, results, words in index.db.execute(
        query, (quoted + "%", line, line)
    ):
        here = [row for row in event.MOMENT.iter_unpack(moments) if row[_LINE] == line and row[_PART] == part]
        call_rows = [row for row in event.CALL_ROW.iter_unpack(calls) if row[_LINE] == line and row[_PART] == part]
        result_rows = [
            row for row in event.RESULT_ROW.iter_unpack(results) if row[_LINE] == line and row[_PART] == part
        ]
        if here or call_rows or result_rows:
            place = (file, transcript, path, state, agent or "", session or "")
            found.append(EventRow(place, here[0] if here else None, tuple(call_rows), tuple(result_rows), words))
    return found


def unique_prefix(index: Index, transcript: str, shortest: int = 8) -> str:
    """Return the shortest start of a transcript's id, of at least 8 characters, that no other transcript shares."""
    others = [
        other
        for (other,) in index.db.execute("SELECT DISTINCT transcript FROM file WHERE transcript <> ?", (transcript,))
    ]
    length = shortest
    while length < len(transcript) and any(other.startswith(transcript[:length]) for other in others):
        length += 1
    return transcript[:length]
