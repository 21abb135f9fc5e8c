"""Looks at an index from outside: a dump of all it says, free of ids, read times and the places where reads were cut."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from tallystick.model import event
from tallystick.model.syncing import SyncReport
from tallystick.store.index import NAME
from tallystick.tasks.sync import sync

Row = tuple[Any, ...]
Dump = dict[str, list[Row]]

# Columns whose first is the file's number, in the order in which a reader would want them; `generation` tells an older
# from a newer content of one file.
_BY_FILE = {
    "file_session": "file, session, first_t, last_t",
    "usage_line": "file, key, part, line, nth, t, session, claimed, model, branch, side, stopped, variant, visible, lines,"
    " input, write_5m, write_1h, write_unknown, read, output, searches, generation, parser",
    "cost_state": "file, line, part, t, session, model, input, write_5m, write_1h, write_unknown, read, output, searches,"
    " cost_usd, total_usd, generation, parser",
    "limit_event": "file, line, nth, part, t, session, kind, resets_at, generation",
    "boundary": "file, line, nth, part, t, session, micro, trigger, pre_tokens, post_tokens, preserved, dropped",
    "spawn": "file, line, nth, part, call, prompt, child",
}
_PLAIN = {
    "unattributed": "*",
    "forgotten": "path, head",
}
_FILE = (
    "path, transcript, agent, size, tail, offset, line, generation, parser, state, session, side, cwd, version,"
    " child, brief, spawn_call, memory"
)
_RESPONSE = (
    "key, file, q, t, session, basis, model, branch, side, stopped, variant, visible, copies, input, write_5m, write_1h,"
    " write_unknown, read, output, searches"
)
_ROLLUP = (
    "q, file, session, model, branch, side, variant, responses, lower, input, write_5m, write_1h, write_unknown, read,"
    " output, searches"
)


def synced(root: Path, *configs: Path, home: Path | None = None) -> SyncReport:
    """Bring the index under `root` up to date with these config folders."""
    return sync(str(root), [str(config) for config in configs], {"HOME": str(home or root)})


def open_read_only(root: Path) -> sqlite3.Connection:
    """A connection to the index for looking only."""
    return sqlite3.connect(f"file:{root / NAME}?mode=ro", uri=True)


def dump(root: Path, base: Path) -> Dump:
    """Everything the index under `root` says, by table; paths are relative to `base`."""
    if not (root / NAME).exists():
        return {}
    with closing(open_read_only(root)) as db:
        paths = {file: os.path.relpath(path, base) for file, path in db.execute("SELECT id, path FROM file")}
        found = {table: _rows(db.execute(f"SELECT {columns} FROM {table}")) for table, columns in _PLAIN.items()}
        for table, columns in _BY_FILE.items():
            found[table] = _rows(_placed(paths, 0, db.execute(f"SELECT {columns} FROM {table}")))
        found["file"] = _rows(
            (os.path.relpath(row[0], base), *row[1:]) for row in db.execute(f"SELECT {_FILE} FROM file")
        )
        found["response"] = _rows(_placed(paths, 1, db.execute(f"SELECT {_RESPONSE} FROM response")))
        found["rollup"] = _rows(_placed(paths, 1, db.execute(f"SELECT {_ROLLUP} FROM rollup")))
        sessions = db.execute("SELECT key, file, first_t, last_t, project, parent FROM session")
        found["session"] = _rows(_placed(paths, 1, sessions))
        # the number of a rejection counts within one read, so only its order on its line is the same for every cut
        refused = db.execute(
            "SELECT file, line, part, nth, offset, reason, generation FROM rejection ORDER BY 1, 2, 3, 4"
        )
        found["rejection"] = _rows(_placed(paths, 0, ((*row[:3], *row[4:]) for row in refused)), ordered=False)
        found |= _events(db, paths)
        found["name"] = _names(db, found)
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return found


def _names(db: sqlite3.Connection, found: Dump) -> list[Row]:
    """The names that something refers to: a line that was read twice may have taught one that only its tail used."""
    used = {value for rows in found.values() for row in rows for value in row if isinstance(value, int)}
    return _rows(row for row in db.execute("SELECT key, text FROM name") if row[0] in used)


def _placed(paths: dict[int, str], at: int, rows: Iterable[Row]) -> Iterable[Row]:
    for row in rows:
        yield (*row[:at], paths.get(row[at], row[at]), *row[at + 1 :])


def _rows(rows: Iterable[Row], *, ordered: bool = True) -> list[Row]:
    return sorted(rows, key=repr) if ordered else sorted(rows, key=lambda row: repr(row[:2]))


def _events(db: sqlite3.Connection, paths: dict[int, str]) -> Dump:
    """Moments, calls and results as one list a file, whatever stretches they were read in; calls with their words."""
    found: Dump = {"moment": [], "call": [], "result": []}
    query = "SELECT file, part, moments, calls, results, words FROM segment ORDER BY file, first_line, part"
    for file, part, moments, calls, results, words in db.execute(query):
        place = (paths[file], part)
        found["moment"] += [(*place, *row) for row in event.MOMENT.iter_unpack(moments)]
        for row in event.CALL_ROW.iter_unpack(calls):
            at, count = row[-2:]
            found["call"].append((*place, *row[:-2], words[at * 4 : (at + count) * 4]))
        found["result"] += [(*place, *row) for row in event.RESULT_ROW.iter_unpack(results)]
    return {table: sorted(rows, key=lambda row: repr(row[:2])) for table, rows in found.items()}


def differences(expected: Dump, actual: Dump) -> dict[str, tuple[list[Row], list[Row]]]:
    """By table, the rows that only one of two dumps has: empty where they say the same."""
    found = {}
    for table in expected.keys() | actual.keys():
        left, right = expected.get(table, []), actual.get(table, [])
        if left != right:
            mine, other = [row for row in left if row not in right], [row for row in right if row not in left]
            found[table] = (mine, other) if mine or other else (left, right)
    return found
