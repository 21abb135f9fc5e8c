"""Named questions to the index, answered with records."""

from __future__ import annotations

import os

from tallystick.model import answers
from tallystick.model.transcript_file import FileState
from tallystick.model.usage import UsageRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.model.scope import Scope
    from tallystick.store.index import Index

_COUNTS = "input, write_5m, write_1h, write_unknown, read, output, searches"
_SUMS = ", ".join(f"sum({name})" for name in ("responses", "lower", *_COUNTS.split(", ")))
_PROMPT = "input + write_5m + write_1h + write_unknown + read"
_GROUPS = ("q", "session", "file", "branch")
_FROM_RESPONSE = "CASE WHEN stopped THEN 0 ELSE 1 END"


def file_stamps(index: Index, paths: Sequence[str] | None = None) -> dict[str, tuple[int, ...]]:
    """Return, by path: file, size, mtime, inode, state and parser, as the last read left it; of some files, or all."""
    query = "SELECT path, id, size, mtime, inode, state, parser FROM file"
    if paths is None:
        return {path: tuple(stamp) for path, *stamp in index.db.execute(query)}
    rows = (index.db.execute(query + " WHERE path = ?", (os.fsencode(path),)).fetchone() for path in paths)
    return {row[0]: tuple(row[1:]) for row in rows if row}


def file_state(index: Index, file: int) -> FileState:
    """Return where reading a file stands."""
    return FileState.from_row(index.db.execute("SELECT * FROM file WHERE id = ?", (file,)).fetchone())


def last_file(index: Index) -> int:
    """Return the largest file number in use."""
    found: int = index.db.execute("SELECT ifnull(max(id), 0) FROM file").fetchone()[0]
    return found


def forgotten(index: Index) -> tuple[set[int], set[bytes]]:
    """Return the path keys and the heads of transcripts that were forgotten for good."""
    rows = index.db.execute("SELECT path, head FROM forgotten").fetchall()
    return {path for path, _ in rows}, {head for _, head in rows}


def usage_rows(index: Index, group: tuple[str, ...], scope: Scope) -> list[UsageRow]:
    """Return sums of the responses in scope by model, variant, subagent and what `group` names.

    It may name q, session, file and branch; what is not grouped is 0 (q: -1). Bounds are whole quarters of an hour.
    """
    picked = [name if name in group else "-1" if name == "q" else "0" for name in _GROUPS]
    by = ", ".join((*(name for name in _GROUPS if name in group), "model", "variant", "side"))
    where, values = conditions(scope)
    query = f"""SELECT {picked[0]}, {picked[1]}, {picked[2]}, model, variant, {picked[3]}, side, {_SUMS}
      FROM rollup{where} GROUP BY {by}"""
    return [UsageRow(*row) for row in index.db.execute(query, values)]


def exact_rows(
    index: Index,
    group: tuple[str, ...],
    scope: Scope,
    since_ms: int | None,
    until_ms: int | None,
    quarters: Sequence[int] = (),
) -> list[tuple[UsageRow, int, int]]:
    """Return every response in scope as a row of its own, with its whole prompt (tokens) and its time (ms, or -1).

    For bounds that are no quarter hours and for price thresholds that the variant bits do not tell. With `quarters`
    only what lies in one of them.
    """
    picked = [name if name in group else "-1" if name == "q" else "0" for name in _GROUPS]
    where, values = conditions(scope)
    for bound, sign in ((since_ms, ">="), (until_ms, "<")):
        if bound is not None:
            where += (" AND" if where else " WHERE") + f" t {sign} ?"
            values.append(bound)
    if quarters:
        where += f"{' AND' if where else ' WHERE'} q IN ({','.join(map(str, quarters))})"
    query = f"""SELECT {picked[0]}, {picked[1]}, {picked[2]}, model, variant, {picked[3]}, side,
      1, {_FROM_RESPONSE}, {_COUNTS}, {_PROMPT}, ifnull(t, -1) FROM response{where}"""
    return [(UsageRow(*row[:16]), row[16], row[17]) for row in index.db.execute(query, values)]


def conditions(scope: Scope) -> tuple[str, list[object]]:
    """Return the WHERE of a scope over a table with q, session, model and branch, and its values."""
    tests: list[str] = []
    values: list[object] = []
    for test, value in (
        ("q >= ?", scope.since_q),
        ("q < ?", scope.until_q),
        ("model IN (SELECT key FROM name WHERE text = ?)", scope.model),
        ("branch IN (SELECT key FROM name WHERE text = ?)", scope.branch),
        ("session IN (SELECT key FROM name WHERE text = ?)", scope.session),
        ("session IN (SELECT s.key FROM session s JOIN name n ON n.key = s.project WHERE n.text = ?)", scope.project),
        ("file IN (SELECT f.id FROM file f JOIN name n ON n.key = f.agent WHERE n.text = ?)", scope.agent),
    ):
        if value is not None:
            tests.append(test)
            values.append(value)
    return (" WHERE " + " AND ".join(tests) if tests else ""), values


def token_sums(index: Index) -> tuple[int, ...]:
    """Return responses, and input, written, read and output tokens, over the whole index."""
    query = """SELECT count(*), ifnull(sum(input), 0), ifnull(sum(write_5m + write_1h + write_unknown), 0),
      ifnull(sum(read), 0), ifnull(sum(output), 0) FROM response"""
    found: tuple[int, ...] = index.db.execute(query).fetchone()
    return found


def names(index: Index) -> dict[int, str]:
    """Return every name by its key."""
    return dict(index.db.execute("SELECT key, text FROM name").fetchall())


def names_of(index: Index, keys: set[int]) -> dict[int, str]:
    """Return the names of these keys."""
    marks = ",".join("?" * len(keys))
    return dict(index.db.execute(f"SELECT key, text FROM name WHERE key IN ({marks})", tuple(keys)).fetchall())


def sessions(index: Index) -> dict[int, answers.SessionRow]:
    """Return every session that has lines or owns a response."""
    query = """SELECT k.session, n.text, p.text, a.text, s.first_t, s.last_t, ifnull(s.file, 0), ifnull(s.parent, 0)
      FROM (SELECT key AS session FROM session UNION SELECT DISTINCT session FROM rollup) k
      LEFT JOIN session s ON s.key = k.session LEFT JOIN name n ON n.key = k.session
      LEFT JOIN name p ON p.key = s.project LEFT JOIN file f ON f.id = s.file LEFT JOIN name a ON a.key = f.agent"""
    return {row[0]: answers.SessionRow(*row) for row in index.db.execute(query)}


def transcripts(index: Index) -> dict[int, answers.TranscriptRow]:
    """Return every transcript file."""
    query = """SELECT f.id, f.transcript, f.path, f.session, f.side, f.state, f.line, f.size, f.spawn_call, a.text
      FROM file f LEFT JOIN name a ON a.key = f.agent"""
    return {row[0]: answers.TranscriptRow(*row) for row in index.db.execute(query)}


def unattributed(index: Index) -> list[answers.StatedUsage]:
    """Return what only the client's running totals know, by session and model."""
    query = f"SELECT session, model, {_COUNTS}, NULL, NULL FROM unattributed"
    return [answers.StatedUsage(*row) for row in index.db.execute(query)]


def client_costs(index: Index) -> list[answers.StatedUsage]:
    """Return the client's own running totals: the largest of each session and model."""
    maxima = ", ".join(f"max({name})" for name in _COUNTS.split(", "))
    query = f"SELECT session, model, {maxima}, max(cost_usd), max(total_usd) FROM cost_state GROUP BY session, model"
    return [answers.StatedUsage(*row) for row in index.db.execute(query)]


def response(index: Index, key: int) -> tuple[str, int, int, int, int, int] | None:
    """Return a response's model, input, cache writes, cache reads and output (tokens), and whether its end is known."""
    query = """SELECT ifnull(n.text, ''), r.input, r.write_5m + r.write_1h + r.write_unknown, r.read, r.output,
      r.stopped FROM response r LEFT JOIN name n ON n.key = r.model WHERE r.key = ?"""
    found: tuple[str, int, int, int, int, int] | None = index.db.execute(query, (key,)).fetchone()
    return found


def session_totals(index: Index, session: int) -> list[tuple[UsageRow, int, int]]:
    """Return every response in a session's files, copies included, with its prompt (tokens) and time (ms)."""
    maxima = ", ".join(f"max({name})" for name in _COUNTS.split(", "))
    query = f"""SELECT -1, session, 0, model, max(variant), 0, max(side), 1, NOT max(stopped), {maxima},
        max(input) + max(write_5m) + max(write_1h) + max(write_unknown) + max(read), ifnull(min(t), -1)
      FROM usage_line l WHERE session = ? AND (part & 2 = 0 OR NOT EXISTS(
        SELECT 1 FROM usage_line o WHERE o.key = l.key AND o.part & 2 = 0)) GROUP BY key"""
    return [(UsageRow(*row[:16]), row[16], row[17]) for row in index.db.execute(query, (session,))]


def rejections(index: Index) -> list[answers.RejectionRow]:
    """Return every rejection, in the order of files and lines."""
    query = """SELECT f.path, r.line, r.offset, r.reason FROM rejection r JOIN file f ON f.id = r.file
      ORDER BY f.path, r.line, r.nth"""
    return [answers.RejectionRow(*row) for row in index.db.execute(query)]


def rejection_count(index: Index) -> int:
    """Return how many rejections there are."""
    found: int = index.db.execute("SELECT count(*) FROM rejection").fetchone()[0]
    return found


def coverage(index: Index) -> answers.Coverage:
    """Return what the index covers."""
    first, last = index.db.execute("SELECT min(first_t), max(last_t) FROM session").fetchone()
    states = dict(index.db.execute("SELECT state, count(*) FROM file GROUP BY state").fetchall())
    return answers.Coverage(first, last, sum(states.values()), states.get(1, 0), states.get(2, 0))


def no_longer_present(index: Index) -> list[tuple[str, int]]:
    """Return, by path, how many responses a rewritten file once held and holds no more."""
    query = """SELECT f.path, count(DISTINCT l.key) FROM usage_line l JOIN file f ON f.id = l.file
      WHERE l.generation < f.generation GROUP BY f.id ORDER BY f.path"""
    return index.db.execute(query).fetchall()


def nested_only(index: Index) -> tuple[int, ...]:
    """Return responses that only nested progress lines show (their child's file is gone), with their tokens.

    The numbers are responses, and input, written, read and output tokens; they are part of every total.
    """
    query = """SELECT count(*), ifnull(sum(input), 0), ifnull(sum(write_5m + write_1h + write_unknown), 0),
      ifnull(sum(read), 0), ifnull(sum(output), 0) FROM response r
      WHERE NOT EXISTS (SELECT 1 FROM usage_line l WHERE l.key = r.key AND l.part & 2 = 0)"""
    found: tuple[int, ...] = index.db.execute(query).fetchone()
    return found


def oldest_present(index: Index) -> int | None:
    """Return the earliest time (ms) of a line whose file is still there."""
    query = "SELECT min(s.first_t) FROM file_session s JOIN file f ON f.id = s.file WHERE f.state <> 1"
    found: int | None = index.db.execute(query).fetchone()[0]
    return found
