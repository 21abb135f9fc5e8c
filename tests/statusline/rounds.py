"""Reads a session as renders do, round after round, and says its totals in the words of the index."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path

from tallystick.accounting.digests import key
from tallystick.kernel.hotconfig import HotConfig
from tallystick.kernel.sessionfold import LOWER, OUTPUT, RECORDED, SessionFold
from tallystick.kernel.snapshot import Payload, Snapshot
from tallystick.statusline.totals import Totals

Counts = dict[str, tuple[int, ...]]  # model -> responses, lower bounds, input, 5m, 1h, unknown, read, output, searches

FOREVER = 3600.0


class Rounds:
    """One session's renders under a root folder, without the lines that they print."""

    def __init__(self, root: Path, main: Path) -> None:
        self.main = main
        self.stem = root / "statusline" / main.stem
        self.stem.parent.mkdir(parents=True, exist_ok=True)
        self.root = root
        self.kept = "{}"
        self.is_complete = False
        self.is_changed = False

    def read(self, seconds: float = FOREVER, *, finish: bool = True) -> SessionFold:
        """One round with so much time; a round that does not finish leaves what a killed one would."""
        totals = Totals(
            os.fsencode(self.root), os.fsencode(self.stem), os.fsencode(self.main), time.monotonic() + seconds
        )
        totals.catch_up(json.loads(self.kept), int(time.time()))
        totals.keep()
        snapshot = Snapshot()
        totals.show(snapshot, Payload({}), HotConfig(), {})
        self.is_complete, self.is_changed = snapshot.is_complete, totals.is_changed
        table = totals.flush()
        assert table is not None
        if finish:
            assert totals.kept is not None
            self.kept = json.dumps(totals.kept | {"keeper": table})
            totals.drop_older()
        totals.close()
        assert snapshot.fold is not None
        return snapshot.fold


def counts(fold: SessionFold) -> Counts:
    """The recorded totals of a fold by model."""
    names = list(fold.models)
    found: Counts = {}
    for (model, *_), row in fold.rows.items():
        shown = (row[0], row[LOWER], *row[2:7], row[RECORDED], row[8])
        found[names[model]] = tuple(map(sum, zip(found.get(names[model], (0,) * 9), shown, strict=True)))
    return {name: row for name, row in found.items() if any(row)}


def shown(fold: SessionFold) -> tuple[object, ...]:
    """Everything that is shown of a fold: also what no index counts."""
    tools = (fold.calls, fold.call_units, fold.results, fold.result_units)
    return (sorted(counts(fold).items()), fold.column(OUTPUT), fold.reasoning, fold.estimated, *tools)


_COUNTS = ("input", "write_5m", "write_1h", "write_unknown", "read", "output", "searches")
_MAXIMA = ", ".join(f"max({name}) AS {name}" for name in _COUNTS)


def counts_in_index(root: Path, main: Path) -> Counts:
    """The same by the index: the lines of a session in its own files, without copies of another one's requests."""
    session = key(main.stem)
    files = f"{main.resolve()}", f"{main.resolve().parent}/{main.stem}/subagents/%", f"{main.resolve().parent}/agent-%"
    with sqlite3.connect(f"file:{root}/index.sqlite3?mode=ro", uri=True) as db:
        query = f"""SELECT n.text, count(*), sum(lower), sum(input), sum(write_5m), sum(write_1h), sum(write_unknown),
            sum(read), sum(output), sum(searches) FROM (
          SELECT model, NOT max(stopped) AS lower, {_MAXIMA} FROM usage_line l JOIN file f ON f.id = l.file
          WHERE l.session = :session AND (f.path = :main OR f.path LIKE :below OR f.path LIKE :beside)
            AND (part & 2 = 0 OR NOT EXISTS(SELECT 1 FROM usage_line o JOIN file g ON g.id = o.file
              WHERE o.key = l.key AND o.part & 2 = 0
                AND (g.path = :main OR g.path LIKE :below OR (g.path LIKE :beside AND o.session = :session))))
          GROUP BY l.key HAVING sum(claimed <> 0) = 0 OR sum(claimed = :session) > 0
        ) LEFT JOIN name n ON n.key = model GROUP BY model"""
        values = {"session": session, "main": files[0], "below": files[1], "beside": files[2]}
        return {name or "": tuple(row) for name, *row in db.execute(query, values) if any(row)}


def mains(projects: Path) -> Iterable[Path]:
    """The main transcripts below a folder of projects."""
    return sorted(path for path in projects.glob("*/*.jsonl") if not path.name.startswith("agent-"))
