"""Forks: what a session's client carries over from the sessions that it was forked from."""

from __future__ import annotations

from tallystick.model.usage import UsageRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.model.answers import SessionRow
    from tallystick.store.index import Index

_COUNTS = ("input", "write_5m", "write_1h", "write_unknown", "read", "output", "searches")
_FOREVER = 1 << 62


def ancestors(sessions: Mapping[int, SessionRow], key: int) -> list[int]:
    """Return the session that a fork was made of, and that one's own, and so on."""
    found: list[int] = []
    while key in sessions and (key := sessions[key].parent) and key not in found:
        found.append(key)
    return found


def totals_before(index: Index, session: int, older: list[int]) -> list[tuple[UsageRow, int, int]]:
    """Return every response in a session's files and, up to the fork's first own response, in those of its ancestors:
    each once, with its whole prompt (tokens) and time (ms, -1 unknown).
    """
    begun = index.db.execute("SELECT min(t) FROM response WHERE session = ?", (session,)).fetchone()[0]
    maxima = ", ".join(f"max({name})" for name in _COUNTS)
    prompt = " + ".join(f"max({name})" for name in _COUNTS[:5])
    marks = ", ".join("?" * len(older))
    query = f"""SELECT -1, 0, 0, model, max(variant), 0, max(side), 1, NOT max(stopped), {maxima}, {prompt},
        ifnull(min(t), -1) FROM usage_line l
      WHERE (session = ? OR (session IN ({marks}) AND ifnull(t, 0) <= ?)) AND (part & 2 = 0 OR NOT EXISTS(
        SELECT 1 FROM usage_line o WHERE o.key = l.key AND o.part & 2 = 0)) GROUP BY key"""
    rows = index.db.execute(query, (session, *older, _FOREVER if begun is None else begun))
    return [(UsageRow(*row[:16]), row[16], row[17]) for row in rows]


def totals_owned(index: Index, session: int) -> list[tuple[UsageRow, int, int]]:
    """Return the responses that are booked to a session: without the copies that a fork begins with."""
    counts = ", ".join(_COUNTS)
    query = f"""SELECT -1, session, 0, model, variant, 0, side, 1, NOT stopped, {counts},
        input + write_5m + write_1h + write_unknown + read, ifnull(t, -1) FROM response WHERE session = ?"""
    return [(UsageRow(*row[:16]), row[16], row[17]) for row in index.db.execute(query, (session,))]
