"""Folds usage lines into responses, responses into sums: every derived usage table, from dirty keys alone.

Whatever the order of files, the size of batches and later changes of owner, the result is what a fold of everything
would be: a response is folded from all of its lines whenever one of them or one of its sessions changed.
"""

from __future__ import annotations

from tallystick.accounting import owners
from tallystick.store import glances, sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from sqlite3 import Connection

    from tallystick.store.writing import Dirty

_COUNTS = "input, write_5m, write_1h, write_unknown, read, output, searches"
_PROMPT = "(input + write_5m + write_1h + write_unknown + read)"
_BANDS = f"CASE WHEN {_PROMPT} > 200000 THEN 24 WHEN {_PROMPT} > 100000 THEN 8 ELSE 0 END"  # OVER_100K, OVER_200K
_SINGLE = f"""INSERT OR REPLACE INTO response
  SELECT key, ifnull(t / 900000, -1), t,
    CASE WHEN claimed THEN claimed ELSE session END, CASE WHEN claimed THEN 1 ELSE 2 END,
    file, model, branch, side, stopped, variant | {_BANDS}, visible, 0, {_COUNTS}
  FROM usage_line {{where}} GROUP BY key HAVING count(*) = 1"""
_SEVERAL = "SELECT key FROM usage_line {where} GROUP BY key HAVING count(*) > 1"
_INSERT = f"INSERT OR REPLACE INTO response VALUES({','.join('?' * 20)})"
_ROLLUP = """INSERT INTO rollup SELECT q, session, file, model, branch, side, variant, count(*), sum(NOT stopped),
    sum(input), sum(write_5m), sum(write_1h), sum(write_unknown), sum(read), sum(output), sum(searches)
  FROM response {where} GROUP BY q, session, file, model, branch, side, variant"""


def fold_all(db: Connection) -> None:
    """Fold everything: the end of a first build."""
    db.execute(_SINGLE.format(where=""))
    _fold_several(db, [key for (key,) in db.execute(_SEVERAL.format(where=""))])
    db.execute(_ROLLUP.format(where=""))
    sessions.fold(db, None)


def fold(db: Connection, dirty: Dirty) -> None:
    """Fold what a batch touched, and what its sessions share with others."""
    _note(db, "dirty_session", dirty.sessions)
    contested = """SELECT DISTINCT l.key FROM response r CROSS JOIN usage_line l ON l.key = r.key
      WHERE r.basis <> 2 AND r.basis > 2 AND l.session IN (SELECT key FROM dirty_session)"""
    keys = dirty.keys | {key for (key,) in db.execute(contested)}
    _note(db, "dirty", keys)
    quarters = "SELECT DISTINCT q FROM response WHERE key IN (SELECT key FROM dirty)"
    before = {q for (q,) in db.execute(quarters)}
    db.execute("DELETE FROM response WHERE key IN (SELECT key FROM dirty)")
    where = "WHERE key IN (SELECT key FROM dirty)"
    db.execute(_SINGLE.format(where=where))
    _fold_several(db, [key for (key,) in db.execute(_SEVERAL.format(where=where))])
    _note(db, "dirty_q", before | {q for (q,) in db.execute(quarters)})
    db.execute("DELETE FROM rollup WHERE q IN (SELECT key FROM dirty_q)")
    db.execute(_ROLLUP.format(where="WHERE q IN (SELECT key FROM dirty_q)"))
    sessions.fold(db, dirty.sessions | _holders(db))
    glances.drop(db)


def _holders(db: Connection) -> set[int]:
    """Return the sessions that hold or own a dirty response."""
    held = "SELECT session FROM usage_line WHERE key IN (SELECT key FROM dirty)"
    owned = "SELECT session FROM response WHERE key IN (SELECT key FROM dirty)"
    return {key for (key,) in db.execute(f"{held} UNION {owned}")}


def _note(db: Connection, table: str, keys: Iterable[int]) -> None:
    db.execute(f"CREATE TEMP TABLE IF NOT EXISTS {table}(key INTEGER PRIMARY KEY)")
    db.execute(f"DELETE FROM {table}")
    db.executemany(f"INSERT INTO {table} VALUES(?)", ((key,) for key in keys))


class _Line:
    """A usage line as folding several of them sees it."""

    __slots__ = (
        "branch",
        "claimed",
        "counts",
        "file",
        "id",
        "model",
        "part",
        "path",
        "session",
        "side",
        "stopped",
        "t",
        "variant",
        "visible",
    )

    def __init__(self, numbers: tuple[int, ...], t: int | None, id: str, path: str, counts: tuple[int, ...]) -> None:  # noqa: A002
        self.file, self.part, self.session, self.claimed, self.model, self.branch = numbers[:6]
        self.side, self.stopped, self.variant, self.visible = numbers[6:]
        self.t = t
        self.id = id
        self.path = path
        self.counts = counts


_LINES = f"""SELECT l.file, l.part, l.session, l.claimed, l.model, l.branch, l.side, l.stopped, l.variant, l.visible,
    l.t, f.transcript, f.path, {", ".join("l." + name for name in _COUNTS.split(", "))}
  FROM usage_line l JOIN file f ON f.id = l.file WHERE l.key = ?"""


def _fold_several(db: Connection, keys: list[int]) -> None:
    """Fold responses that stand in several places; who owns them is decided over all sessions involved."""
    found = {
        key: [_Line(row[:10], row[10], row[11], row[12], row[13:]) for row in db.execute(_LINES, (key,))]
        for key in keys
    }
    groups = {
        frozenset(line.session for line in lines) for lines in found.values() if not any(line.claimed for line in lines)
    }
    chosen = _choose(db, groups)
    db.executemany(_INSERT, (_response(key, lines, chosen) for key, lines in found.items()))


def _choose(db: Connection, groups: set[frozenset[int]]) -> dict[frozenset[int], tuple[int, int]]:
    chosen: dict[frozenset[int], tuple[int, int]] = {}
    spans: dict[int, owners.SessionFacts] = {}
    for group in groups:
        if len(group) == 1:
            chosen[group] = next(iter(group)), owners.ONLY
            continue
        for key in group - spans.keys():
            spans[key] = owners.SessionFacts(*sessions.span(db, key), None)
        chosen[group] = owners.choose({key: spans[key] for key in group})
        if chosen[group][1] != owners.STARTED_FIRST:
            chosen[group] = owners.choose(_with_own_times(db, group, spans))
    return chosen


def _with_own_times(
    db: Connection, group: frozenset[int], spans: dict[int, owners.SessionFacts]
) -> dict[int, owners.SessionFacts]:
    own = owners.first_own_times({key: sessions.uuids(db, key) for key in group})
    return {key: owners.SessionFacts(spans[key].id, spans[key].first_t, own[key]) for key in group}


def _response(key: int, lines: list[_Line], chosen: dict[frozenset[int], tuple[int, int]]) -> tuple[object, ...]:
    """Return the row of one response from all lines that show it; nested ones count only where there is no other."""
    counted = [line for line in lines if not line.part & 2] or lines
    claims = sorted({line.claimed for line in lines if line.claimed})
    owner, basis = (claims[0], owners.CLAIMED) if claims else chosen[frozenset(line.session for line in lines)]
    home = min([line for line in counted if line.session == owner] or counted, key=_homeliness)
    times = [line.t for line in counted if line.t is not None]
    t = min(times) if times else None
    counts = [max(column) for column in zip(*(line.counts for line in counted), strict=True)]
    variant = 0
    visible: dict[int, int] = {}
    for line in counted:
        variant |= line.variant
        visible[line.file] = visible.get(line.file, 0) + line.visible
    prompt = sum(counts[:5])
    variant |= 24 if prompt > 200_000 else 8 if prompt > 100_000 else 0
    head = (key, -1 if t is None else t // 900_000, t, owner, basis, home.file, home.model, home.branch, home.side)
    stopped = max(line.stopped for line in counted)
    return (*head, stopped, variant, max(visible.values()), len({line.file for line in lines}) - 1, *counts)


def _homeliness(line: _Line) -> tuple[int, int, str, str]:
    return (1 << 62) if line.t is None else line.t, line.side, line.id, line.path
