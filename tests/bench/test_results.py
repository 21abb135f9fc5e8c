"""The page of results: what it says is what the samples give, by a second way of reckoning; a miss is named."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bench import results
from bench.rows import ROWS
from bench.samples import newest
from bench.targets import TARGETS

BENCH = Path(results.PAGE).parent
PAGE = BENCH / "RESULTS.md"


def records() -> dict[str, dict[str, Any]]:
    """The newest file of each row, found by its name alone."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((BENCH / "samples").glob("*.json")):
        row = path.stem[11:]  # behind `2026-01-01-`
        found[row] = json.loads(path.read_text(encoding="utf-8"))
    return found


def middle(samples: list[dict[str, float]]) -> float:
    """The median of the times in seconds, by sorting."""
    times = sorted(sample["seconds"] for sample in samples)
    half = len(times) // 2
    return times[half] if len(times) % 2 else (times[half - 1] + times[half]) / 2


def shown() -> dict[str, list[str]]:
    """The cells behind the name of each figure in the page's table."""
    rows = re.findall(
        r"^\| (.*(?:/ peer|peak memory|full index).*?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    cells = [row.split(" | ") for row in rows]
    return {row[0]: row[1:] for row in cells}


def a_record(ours: list[float], peer: list[float]) -> dict[str, Any]:
    """A record of a row with two sides."""
    sides = {"ours": ours, "peer": peer}
    return {
        "date": "2026-01-01",
        "machine": {"cpu": "abacus", "cores": 2, "kernel": "none"},
        "versions": dict.fromkeys(("python", "sqlite", "msgspec", "xxhash", "tally", "ccusage"), "1"),
        "samples": {
            name: [{"seconds": time, "others_cpu_seconds": time / 2} for time in times] for name, times in sides.items()
        },
    }


def test_the_page_is_what_the_samples_give() -> None:
    """Nobody edits it by hand, and no sample is forgotten."""
    found = {name: record for name in ROWS if (record := newest(name))}
    assert results.page(found) == PAGE.read_text(encoding="utf-8")


def test_every_row_is_measured() -> None:
    """Each row has samples; each target has a row."""
    assert set(records()) == set(ROWS)
    assert {target.row for target in TARGETS} | {"totals"} == set(ROWS)


@pytest.mark.parametrize(
    ("row", "what", "over", "under"),
    [
        ("first-index", "first full index with every hash / peer", "ours", "peer"),
        ("no-index", "`tally spent --no-index` / peer", "ours", "peer"),
        ("unchanged", "`tally spent`, nothing changed / peer", "ours", "peer"),
        ("grown", "`tally spent`, one file grown by 50 KB / peer", "ours", "peer"),
        ("scale", "first full index, 2.0 GB / 500 MB", "large", "tree"),
    ],
)
def test_ratio_is_that_of_the_medians(row: str, what: str, over: str, under: str) -> None:
    """The ratio in the table is the median of one side's samples divided by that of the other."""
    samples = records()[row]["samples"]
    ratio = middle(samples[over]) / middle(samples[under])
    assert f"{ratio:.2f}×" == shown()[what][0]


@pytest.mark.parametrize(
    ("tree", "what"),
    [
        ("tree", "peak memory, 500 MB"),
        ("large", "peak memory, 2.0 GB"),
        ("single", "peak memory, one session of 100 MB"),
    ],
)
def test_memory_is_the_largest_seen(tree: str, what: str) -> None:
    """The memory in the table is the largest sum of resident sets over commands and runs, in MB of 10⁶ bytes."""
    peaks = records()["memory"]["peaks"][tree]
    largest = max(run["sum_kib"] for runs in peaks.values() for run in runs) * 1024
    assert f"{largest / 1e6:.0f} MB" == shown()[what][0]


def test_totals_are_exact() -> None:
    """No tree was measured whose totals differ from its generator's or from the peer's."""
    checks = records()["totals"]["checks"]
    assert all(check[name] is not False for check in checks for name in results.AGREEMENTS)


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [
        ([1.0, 9.0, 0.5], "aim reached"),  # median 1.0, ratio 1.00: the aim itself
        ([1.75, 0.0, 3.0], "met"),  # the must itself
        ([1.1, 1.2, 1.3, 1.4], "met"),  # 1.25
        ([1.95, 1.95, 1.95], "**missed** by 0.20×"),  # 1.95 - 1.75
    ],
)
def test_verdict(ours: list[float], verdict: str) -> None:
    """A value at its bound counts as reached; a miss is named with its size."""
    (figure,) = results.figures({"first-index": a_record(ours, [1.0, 1.0, 1.0])})
    assert verdict == figure.verdict


def test_a_busy_machine_is_named() -> None:
    """Others that used a quarter of both cores are reported, and a warning stands before the table."""
    page = results.page({"first-index": a_record([1.0], [1.0])})
    assert "first-index 25 %" in page
    assert "not to be quoted" in page
