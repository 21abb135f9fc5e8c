"""What receipts ask the index: the turns of a stretch of time, stubs, limit events, usage up to a moment."""

from __future__ import annotations

from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.store.index import Index

    # Of a turn: file, time (ms, -1 unknown), line, part; a line that its file holds no more is 0.
    Turn = tuple[int, int, int, int]

_TURNS = """SELECT r.key, r.file, ifnull(r.t, -1), CASE WHEN u.generation = f.generation THEN u.line ELSE 0 END, u.nth
  FROM response r JOIN usage_line u ON u.key = r.key AND u.file = r.file JOIN file f ON f.id = r.file{}
  ORDER BY ifnull(r.t, -1), r.file, u.line, r.key, u.part"""
_STUBS = """SELECT f.id FROM file f
  LEFT JOIN (SELECT file, sum(length(moments)) AS size FROM segment GROUP BY file) s ON s.file = f.id
  LEFT JOIN (SELECT file, sum(input + write_5m + write_1h + write_unknown + read + output) AS tokens
    FROM rollup GROUP BY file) r ON r.file = f.id
  WHERE ifnull(s.size, 0) <= ? OR ifnull(r.tokens, 0) = 0"""
_USED = """SELECT model, sum(input), sum(input + write_5m + write_1h + write_unknown + read), sum(read), sum(output)
  FROM response WHERE t >= ? AND t <= ? AND q >= ? AND q <= ? GROUP BY model ORDER BY 5 DESC, 3 DESC, model"""
_LIMITS = """SELECT l.file, l.line, l.part, l.nth, l.t, l.session, ifnull(n.text, ''), l.resets_at
  FROM limit_event l JOIN file f ON f.id = l.file LEFT JOIN name n ON n.key = l.kind
  WHERE l.generation = f.generation AND l.t >= 0 ORDER BY l.t, l.file, l.line, l.nth"""


def turns(index: Index, stretch: tuple[int, int] | None = None) -> Iterator[Turn]:
    """Yield the responses from a first moment to before a last one (ms), or all of them, in the order of time."""
    values: tuple[int, ...] = ()
    where = ""
    if stretch is not None:
        where = " WHERE r.t >= ? AND r.t < ? AND r.q >= ? AND r.q <= ?"
        values = (*stretch, stretch[0] // 900_000, stretch[1] // 900_000)
    last = None
    for key, file, t, line, part in index.db.execute(_TURNS.format(where), values):
        if key != last:  # a response that is also nested in a progress line, or stands behind the last line feed
            last = key
            yield file, t, line, part


def last_turn(index: Index, before_ms: int) -> int | None:
    """Return the time (ms) of the newest response up to a moment, None where there is none."""
    found: int | None = index.db.execute("SELECT max(t) FROM response WHERE t <= ?", (before_ms,)).fetchone()[0]
    return found


def stubs(index: Index) -> set[int]:
    """Return the transcripts that are stubs: without tokens, or of one event."""
    return {file for (file,) in index.db.execute(_STUBS, (event.MOMENT.size,))}


def used(index: Index, since_ms: int, until_ms: int) -> list[tuple[int, int, int, int, int]]:
    """Return, by model, the most output first: input, whole prompts, cache reads and output (tokens) of a stretch."""
    return index.db.execute(_USED, (since_ms, until_ms, since_ms // 900_000, until_ms // 900_000)).fetchall()


def limits(index: Index) -> list[tuple[int, int, int, int, int, str, int | None]]:
    """Return the limit events: file, line, part, time (ms), session, name of the allowance, reset (epoch s)."""
    return [(*row[:2], *row[3:]) for row in index.db.execute(_LIMITS)]


def turn_before(index: Index, session: str, t: int) -> tuple[int, int, int] | None:
    """Return file, line and part of the last response of a session up to a moment (ms), None where there is none."""
    query = """SELECT u.file, u.line, u.nth FROM usage_line u JOIN file f ON f.id = u.file
      WHERE u.session IN (SELECT key FROM name WHERE text = ?) AND u.t <= ? AND u.generation = f.generation
      ORDER BY u.t DESC, u.line DESC LIMIT 1"""
    found: tuple[int, int, int] | None = index.db.execute(query, (session, t)).fetchone()
    return found


def response_before(index: Index, file: int, line: int) -> int | None:
    """Return where (bytes) the last response of a file before a line starts, None where there is none."""
    query = "SELECT moments FROM segment WHERE file = ? AND first_line < ? ORDER BY first_line DESC"
    for (moments,) in index.db.execute(query, (file, line)):
        rows = event.MOMENT.iter_unpack(moments)
        found: list[int] = [row[4] for row in rows if row[0] < line and row[2] == event.RESPONSE and row[8]]
        if found:
            return found[-1]
    return None
