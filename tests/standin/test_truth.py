"""The truth is summed from the log alone: what was served, what lines can hold, what only the client's sums know."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.standin.script import Served
from tests.standin.truth import INTERRUPTED, LOST, add, counts_of, expected, in_lines

if TYPE_CHECKING:
    from pathlib import Path


def row(serial: int, kind: str = "script", agent: str | None = None, **counts: Any) -> dict[str, Any]:
    """A row of the log that served these counts."""
    usage = Served(**counts).wire()
    return {"serial": serial, "kind": kind, "session": "s1", "agent": agent, "model": "m", "usage": usage}


def counts(*numbers: int) -> dict[str, int]:
    """Counts in the order input, 5m, 1h, read, output, responses."""
    keys = ("input_tokens", "cache_write_5m_tokens", "cache_write_1h_tokens", "cache_read_tokens", "output_tokens")
    return dict(zip((*keys, "responses"), numbers, strict=True))


def test_usage_becomes_the_reports_keys() -> None:
    """The cache is split by lifetime, and one answer is one response."""
    assert counts_of(Served(input=1, write_5m=2, write_1h=3, read=4, output=5).wire()) == counts(1, 2, 3, 4, 5, 1)


def test_nothing_sums_to_zero_of_everything() -> None:
    """An empty log has every key."""
    assert add([]) == counts(0, 0, 0, 0, 0, 0)


def test_lines_hold_neither_hidden_nor_lost_answers() -> None:
    """Of four answers the compaction and the lost one are left out; the interrupted one counts its opening output."""
    log = [
        row(1, input=1, output=10),
        row(2, "compact", input=1000, output=1000),
        row(3, input=20, output=200),
        row(4, input=300, output=3000),
    ]
    held = in_lines(log, {3: INTERRUPTED, 4: LOST}, opening=2)
    assert held == counts(21, 0, 0, 0, 12, 2) | {"lower_bound_responses": 1}


def test_what_only_the_client_knows_stands_apart(tmp_path: Path) -> None:
    """The compaction is unattributed; the interrupted answer adds the client's guess: 17 claimed - 12 held = 5."""
    log = [row(1, input=1, output=10), row(2, "compact", input=100, output=7), row(3, input=20, output=200)]
    usage = {"m": {"outputTokens": 17, "costUSD": 0.25}}
    line = json.dumps({"type": "cost-state", "sessionId": "s1", "totalCostUSD": 0.25, "modelUsage": usage})
    (tmp_path / "projects" / "p").mkdir(parents=True)
    (tmp_path / "projects" / "p" / "s1.jsonl").write_text(line + "\n")
    truth = expected(log, {3: INTERRUPTED}, 2, tmp_path)
    assert truth["unattributed"] == counts(100, 0, 0, 0, 12, 1)
    assert truth["client_cost_usd"] == {"m": "0.25"}
    assert truth["served"]["all"] == counts(121, 0, 0, 0, 217, 3)
    assert truth["served_by_session"] == {"s1": truth["served"]["all"]}


def test_a_client_without_sums_leaves_it_unknown(tmp_path: Path) -> None:
    """Unknown is null, not zero; a subagent's answers are named apart."""
    (tmp_path / "projects").mkdir()
    truth = expected([row(1, agent="a1", input=3)], {}, 0, tmp_path)
    assert (truth["unattributed"], truth["client_cost_usd"]) == (None, None)
    assert truth["served_to_subagents"]["input_tokens"] == 3
