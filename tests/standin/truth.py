"""What was served, summed from the stand-in's log: the truth that a reader's totals are compared with.

Only the client's own sums (`cost-state`) are taken from what the client wrote, because nobody else knows them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from .script import Json

KEYS = (
    "input_tokens",
    "cache_write_5m_tokens",
    "cache_write_1h_tokens",
    "cache_read_tokens",
    "output_tokens",
)
Counts = dict[str, int]

INTERRUPTED = "interrupted"  # its lines hold the opening count: a lower bound
LOST = "lost"  # the client died before it wrote a line
HIDDEN = ("compact", "side")  # requests that the client makes for itself and writes no line about


def counts_of(usage: Json, output: int | None = None) -> Counts:
    """The counts of one answer, under the names that the reports use."""
    split = usage["cache_creation"]
    return {
        "input_tokens": usage["input_tokens"],
        "cache_write_5m_tokens": split["ephemeral_5m_input_tokens"],
        "cache_write_1h_tokens": split["ephemeral_1h_input_tokens"],
        "cache_read_tokens": usage["cache_read_input_tokens"],
        "output_tokens": usage["output_tokens"] if output is None else output,
        "responses": 1,
    }


def add(rows: Iterable[Counts]) -> Counts:
    """The sum of counts, every key present."""
    total = dict.fromkeys((*KEYS, "responses"), 0)
    for row in rows:
        for key, count in row.items():
            total[key] += count
    return total


def grouped(rows: Iterable[tuple[str, Counts]]) -> dict[str, Counts]:
    """The sums of counts by their first part, sorted."""
    groups: dict[str, list[Counts]] = defaultdict(list)
    for name, counts in rows:
        groups[name].append(counts)
    return {name: add(groups[name]) for name in sorted(groups)}


def in_lines(log: list[Json], fates: dict[int, str], opening: int = 0) -> Counts:
    """What transcript lines can hold: no hidden request, no lost answer, of an interrupted one the opening count."""
    rows, bounds = [], 0
    for row in answered(log):
        fate = fates.get(row["serial"])
        if row["kind"] in HIDDEN or fate == LOST:
            continue
        bounds += fate == INTERRUPTED
        rows.append(counts_of(row["usage"], opening if fate == INTERRUPTED else None))
    return add(rows) | {"lower_bound_responses": bounds}


def answered(log: list[Json]) -> list[Json]:
    """The rows of the log that served tokens."""
    return [row for row in log if row.get("usage")]


def claims(config: Path) -> dict[str, Json]:
    """The client's own last sums, by session; empty for a client that keeps none."""
    found = {}
    for path in sorted((config / "projects").glob("*/*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            entry: Json = json.loads(line)
            if entry["type"] == "cost-state":
                found[str(entry["sessionId"])] = entry
    return found


def dollars(claim: Json) -> dict[str, str]:
    """The client's cost by model, as it wrote the number."""
    return {model: repr(usage["costUSD"]) for model, usage in sorted(claim["modelUsage"].items())}


def guessed_output(claim: Json, held: Counts) -> int:
    """Output tokens that the client counts and no line holds: its own guess at an interrupted answer."""
    claimed = sum(int(usage["outputTokens"]) for usage in claim["modelUsage"].values())
    return max(0, claimed - held["output_tokens"])


def expected(log: list[Json], fates: dict[int, str], opening: int, config: Path) -> dict[str, Any]:
    """Everything that `expected.json` says about one scenario, its name and client apart."""
    rows = [(row, counts_of(row["usage"])) for row in answered(log)]
    held = in_lines(log, fates, opening)
    own = claims(config)
    hidden = add(counts for row, counts in rows if row["kind"] in HIDDEN)
    if INTERRUPTED in fates.values() and len(own) == 1:
        hidden["output_tokens"] += guessed_output(next(iter(own.values())), held)
    by_session = {session: dollars(claim) for session, claim in own.items()}
    widest = max(own.values(), key=lambda claim: claim["totalCostUSD"], default=None)
    return {
        "served": {"all": add(counts for _, counts in rows)} | grouped((row["kind"], counts) for row, counts in rows),
        "served_by_model": grouped((row["model"], counts) for row, counts in rows),
        "served_by_session": grouped((row["session"], counts) for row, counts in rows),
        "served_to_subagents": add(counts for row, counts in rows if row["agent"]),
        "in_lines": held,
        "unattributed": hidden if own else None,
        "client_cost_usd": dollars(widest) if widest else None,
        "client_cost_by_session": by_session or None,
    }
