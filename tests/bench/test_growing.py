"""The session that the status line is timed on: a ledger whose shares are known by hand, calls of tools that are counted."""

from __future__ import annotations

import json
from pathlib import Path

from bench import growing


def test_the_ledger_is_mostly_of_others(tmp_path: Path) -> None:
    """One row in two hundred is the session's; the last of them and their mean are what the line must show."""
    path = tmp_path / "savings.jsonl"
    latest, mean = growing.write_ledger(str(path), "mine")

    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    mine = [100 * row["tokens_saved"] / row["tokens_before"] for row in rows if row["session_id"] == "mine"]
    assert (len(rows), len(mine)) == (8_000, 40)
    assert abs(latest - mine[-1]) <= 0.5  # the nearest whole percent
    assert abs(mean - sum(mine) / 40) <= 1  # of rounded shares


def test_calls_of_tools_are_counted() -> None:
    """Two calls on a line, none in a text."""
    block = {"type": "tool_use", "name": "Read", "input": {}}
    lines = [
        json.dumps({"message": {"content": content}}).encode() for content in ([block, {"type": "text"}, block], "clay")
    ]

    assert [growing._calls(line) for line in lines] == [2, 0]
