"""What an index, or the totals without one, says in the words of a case's `expected.json`."""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tallystick.model import event
from tallystick.tasks.direct import Totals
from tests.indexes import open_read_only

from .case import Find

COUNTS = (
    ("input_tokens", "input"),
    ("cache_write_5m_tokens", "write_5m"),
    ("cache_write_1h_tokens", "write_1h"),
    ("cache_write_unknown_tokens", "write_unknown"),
    ("cache_read_tokens", "read"),
    ("output_tokens", "output"),
    ("web_searches", "searches"),
)
_SUMS = ", ".join(f"ifnull(sum({column}), 0)" for _, column in COUNTS)
_SHORT = 900_000  # ms of a quarter of an hour


def _named(row: tuple[int, ...]) -> Find:
    return dict(zip((name for name, _ in COUNTS), row, strict=True))


def found_in_index(root: Path, projects: Path) -> Find:
    """Everything an `expected.json` may ask of the index under `root`."""
    with closing(open_read_only(root)) as db:
        names = dict(db.execute("SELECT key, text FROM name"))
        responses = db.execute(
            "SELECT session, model, q, side, NOT stopped, input, write_5m, write_1h, write_unknown, read, output,"
            " searches FROM response"
        ).fetchall()
        refused = db.execute("SELECT f.path, r.line, r.reason FROM rejection r JOIN file f ON f.id = r.file").fetchall()
        return {
            **_cuts(names, responses),
            "events": _events(db),
            "rejections": [(os.path.relpath(path, projects), line, reason) for path, line, reason in refused],
            "unattributed": _named(db.execute(f"SELECT {_SUMS} FROM unattributed").fetchone()),
            "links": _links(db),
        }


def found_directly(totals: Totals) -> Find:
    """What the totals without an index say: no sessions, no events."""
    rows: list[tuple[int, ...]] = [
        (
            0,
            r.model,
            r.q,
            r.subagent,
            r.lower,
            r.input,
            r.write_5m,
            r.write_1h,
            r.write_unknown,
            r.read,
            r.output,
            r.searches,
            r.responses,
        )
        for r in totals.rows
    ]
    cuts = _cuts(totals.names, rows)
    return {key: value for key, value in cuts.items() if key != "by_session"}


def _cuts(names: dict[int, str], rows: list[tuple[int, ...]]) -> Find:
    """The totals and their cuts; a row is one response, or as many as its thirteenth value says."""
    totals = _empty()
    by_model: dict[str, Find] = defaultdict(_empty)
    by_session: dict[str, Find] = defaultdict(_empty)
    by_q: dict[int, Find] = defaultdict(_empty)
    for session, model, q, side, lower, *counts in rows:
        number = counts[7] if len(counts) > 7 else 1
        for into in (totals, by_model[names.get(model, "")], by_session[names.get(session, "")], by_q[q]):
            into["responses"] += number
            into["lower_bound_responses"] += lower
            for (name, _), count in zip(COUNTS, counts, strict=False):
                into[name] += count
            if side:
                into["subagent_responses"] += number
                into["subagent_output_tokens"] += counts[5]
    return {"totals": totals, "by_model": by_model, "by_session": by_session, "by_q": by_q}


def _empty() -> Find:
    keys = (
        *(name for name, _ in COUNTS),
        "responses",
        "lower_bound_responses",
        "subagent_responses",
        "subagent_output_tokens",
    )
    return dict.fromkeys(keys, 0)


def days(by_q: dict[int, Find], zone: str) -> dict[str, Find]:
    """Quarters of an hour summed by the days of a zone."""
    found: dict[str, Find] = defaultdict(_empty)
    for q, counts in by_q.items():
        day = "" if q < 0 else datetime.fromtimestamp(q * 900, ZoneInfo(zone)).date().isoformat()
        for key, count in counts.items():
            found[day][key] += count
    return found


_LINE, _PART, _KIND, _UUID = 0, 1, 2, 6


def _events(db: sqlite3.Connection) -> Find:
    """Distinct events by kind. A compaction summary that follows no boundary of its file is a boundary itself."""
    seen: dict[int, set[object]] = defaultdict(set)
    calls: set[object] = set()
    results: set[object] = set()
    before: dict[int, int] = {}
    query = "SELECT file, moments, calls, results FROM segment ORDER BY file, first_line, part"
    for file, moments, call_rows, result_rows in db.execute(query):
        for row in event.MOMENT.iter_unpack(moments):
            identity = row[_UUID] or (file, row[_LINE], row[_PART])
            alone = row[_KIND] == event.SUMMARY and before.get(file) != event.BOUNDARY
            seen[event.BOUNDARY if alone else row[_KIND]].add(identity)
            before[file] = row[_KIND]
        calls.update(row[5] for row in event.CALL_ROW.iter_unpack(call_rows))
        results.update(row[4] for row in event.RESULT_ROW.iter_unpack(result_rows))
    return {
        "human_prompts": len(seen[event.PROMPT]),
        "tool_calls": len(calls),
        "tool_results": len(results),
        "boundaries": len(seen[event.BOUNDARY]),
        "clears": len(seen[event.CLEAR]),
        "limits": len(seen[event.LIMIT]),
        "errors": len(seen[event.ERROR]),
    }


def _links(db: sqlite3.Connection) -> dict[str, int | None]:
    """Child -> key of the call that started it: what its companion says, else the result that names it, else its brief."""
    found: dict[str, int | None] = {}
    for transcript, call, child, brief in db.execute(
        "SELECT transcript, spawn_call, child, brief FROM file WHERE side"
    ):
        named = db.execute("SELECT call FROM spawn WHERE child = ? AND child <> 0", (child,)).fetchone()
        same = db.execute("SELECT call FROM spawn WHERE prompt = ? AND prompt <> 0", (brief,)).fetchone()
        found[transcript] = call or (named and named[0]) or (same and same[0]) or None
    return found


def judge(expected: Find, found: Find) -> list[tuple[Any, ...]]:
    """Every point in which what was found is not what was expected; what `found` lacks is not judged."""
    wrong: list[tuple[Any, ...]] = []
    for key in ("totals", "unattributed", "events"):
        wrong += _judge_counts((key,), expected.get(key), found.get(key))
    for key in ("by_model", "by_session"):
        wrong += _judge_cut((key,), expected.get(key), found.get(key))
    if "by_q" in found:
        zones = {"UTC": expected.get("by_day"), **expected.get("by_day_in", {})}
        for zone, cut in zones.items():
            wrong += _judge_cut(("by_day", zone), cut, days(found["by_q"], zone))
    if "rejections" in found and expected["rejections"] is not None:
        wrong += _judge_rejections(expected["rejections"], found["rejections"])
    return wrong


def _judge_counts(place: tuple[Any, ...], expected: Find | None, found: Find | None) -> list[tuple[Any, ...]]:
    if expected is None or found is None:
        return []
    pairs = [(key, count, found.get(key, 0)) for key, count in expected.items() if count is not None]
    return [(*place, key, "expected", count, "found", got) for key, count, got in pairs if count != got]


def _judge_cut(
    place: tuple[Any, ...], expected: dict[str, Find] | None, found: dict[str, Find] | None
) -> list[tuple[Any, ...]]:
    if expected is None or found is None:
        return []
    wrong = [(*place, name, "not expected") for name in found.keys() - expected.keys() if any(found[name].values())]
    for name, counts in expected.items():
        wrong += _judge_counts((*place, name), counts, found.get(name, {}))
    return wrong


def _judge_rejections(expected: list[Find], found: list[tuple[str, int, str]]) -> list[tuple[Any, ...]]:
    places = sorted((one["file"], one["line"]) for one in expected)
    if places != sorted((file, line) for file, line, _ in found):
        return [("rejections", "expected", expected, "found", found)]
    wanted = [(one["file"], one["line"], one["reason"]) for one in expected if one["reason"]]
    return [("rejections", one, "found", found) for one in wanted if one not in found]
