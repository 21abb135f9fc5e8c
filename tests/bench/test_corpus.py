"""The corpus: its totals are what a plain count of its lines gives, and what the peer counts."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from bench.corpus import generate, let_grow, save
from bench.corpus_tally import KEYS

from tests.tools import find_tool

Row = tuple[int, int, int, int, int]


def make(root: Path, *, seed: int = 1, size: int = 4_000_000, single: bool = False) -> dict[str, Any]:
    """A small corpus and what it expects."""
    expected = generate(str(root), seed=seed, size=size, single=single).tally.expected()
    save(str(root), expected)
    return expected


def row_of(usage: dict[str, Any]) -> Row:
    """Counts in the order of KEYS."""
    split = usage["cache_creation"]
    short, hour = split["ephemeral_5m_input_tokens"], split["ephemeral_1h_input_tokens"]
    return usage["input_tokens"], short, hour, usage["cache_read_input_tokens"], usage["output_tokens"]


def count(root: Path) -> dict[str, Any]:
    """The totals by a plain count: the largest of a message's lines, its day that of its first line."""
    rows: dict[str, Row] = {}
    days: dict[str, str] = {}
    stopped: set[str] = set()
    refused = 0
    for path in root.rglob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                refused += 1
                continue
            message = entry.get("message") or {}
            if entry["type"] == "assistant" and message["model"] != "<synthetic>":
                identity = message["id"]
                rows[identity] = max(rows.get(identity, (0,) * 5), row_of(message["usage"]), key=lambda row: row[4])
                days[identity] = min(days.get(identity, "9"), entry["timestamp"][:10])
                stopped |= {identity} if message["stop_reason"] else set()
    totals = [sum(column) for column in zip(*rows.values(), strict=True)]
    by_day: dict[str, int] = defaultdict(int)
    for day in days.values():
        by_day[day] += 1
    counts = dict(zip(KEYS, [*totals, len(rows), len(rows.keys() - stopped)], strict=True))
    return {"totals": counts, "days": dict(by_day), "rejections": refused}


def judged(expected: dict[str, Any]) -> dict[str, Any]:
    """The part of an expectation that `count` gives."""
    days = {day: row["responses"] for day, row in expected["by_day"].items()}
    return {"totals": expected["totals"], "days": days, "rejections": expected["counts"]["rejections"]}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_totals_are_what_the_lines_say(tmp_path: Path, seed: int) -> None:
    """Tally and lines agree by class, by day, on lower bounds and on rejections."""
    expected = make(tmp_path, seed=seed)
    assert count(tmp_path) == judged(expected)


def test_a_single_session_is_one_main_file(tmp_path: Path) -> None:
    """Its children lie beside it, and its totals agree like any others."""
    expected = make(tmp_path, single=True)
    assert count(tmp_path) == judged(expected)
    assert len(list(tmp_path.glob("projects/*/*.jsonl"))) == 1


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    """A measurement can be repeated elsewhere."""
    trees = []
    for name in ("a", "b"):
        make(tmp_path / name, size=500_000)
        files = sorted((tmp_path / name).rglob("*.*"))
        trees.append([(path.relative_to(tmp_path / name), path.read_bytes()) for path in files if path.is_file()])
    assert trees[0] == trees[1]


def test_growth_is_added(tmp_path: Path) -> None:
    """One file grows by at least what was asked; the expectations follow."""
    make(tmp_path, size=1_000_000)
    sizes = {path: path.stat().st_size for path in tmp_path.rglob("*.jsonl")}
    grown = Path(let_grow(str(tmp_path), seed=7, size=50_000))
    changed = [path for path, size in sizes.items() if path.stat().st_size != size]
    assert (changed, grown.stat().st_size - sizes[grown] >= 50_000) == ([grown], True)
    assert count(tmp_path) == judged(json.loads((tmp_path / "expected.json").read_text()))


@pytest.mark.needs("ccusage")
def test_the_peer_counts_the_same(tmp_path: Path) -> None:
    """Its totals by class and by day; it does not tell cache lifetimes apart."""
    expected = make(tmp_path, seed=4, size=20_000_000)
    peer = find_tool("ccusage")
    assert peer is not None
    environment = {"HOME": str(tmp_path), "CLAUDE_CONFIG_DIR": str(tmp_path), "TZ": "UTC", "PATH": "/usr/bin:/bin"}
    flags = ["claude", "daily", "--offline", "--json", "--timezone", "UTC"]
    done = subprocess.run([peer, *flags], env=environment, capture_output=True, text=True, check=True)
    names = ("inputTokens", "cacheCreationTokens", "cacheReadTokens", "outputTokens")
    found = {
        row.get("date") or row.get("period"): [row[name] for name in names] for row in json.loads(done.stdout)["daily"]
    }
    assert found == {
        day: [
            row["input_tokens"],
            row["cache_write_5m_tokens"] + row["cache_write_1h_tokens"],
            row["cache_read_tokens"],
            row["output_tokens"],
        ]
        for day, row in expected["by_day"].items()
    }
