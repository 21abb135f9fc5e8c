"""The page of results: what it says is what the samples give, by a second way of reckoning; a miss is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bench import results
from bench.archive import newest
from bench.rows import ROWS
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


def shown() -> dict[tuple[str, str], str]:
    """What the page's table says was measured, by row and figure; its lines stand in the order of the targets."""
    lines = PAGE.read_text(encoding="utf-8").split("| must | aim | |\n", 1)[1].splitlines()[1 : len(TARGETS) + 1]
    cells = [line.strip("| ").split(" | ") for line in lines]
    named = [(target, what, value) for target, (what, value, *_) in zip(TARGETS, cells, strict=True)]
    assert all(what.startswith(target.what.split("{")[0]) for target, what, _ in named)
    return {(target.row, target.figure): value for target, _, value in named}


PEAK = {"peaks": {"summary": {"transforms summary": [{"sum_kib": 100_000, "one_kib": 100_000}]}}}


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
    """Each row has samples, which may lie among those of other benches; each target has a row."""
    assert set(ROWS) <= set(records())
    assert {target.row for target in TARGETS} | {"totals"} == set(ROWS)


@pytest.mark.parametrize("row", ["first-index", "no-index", "unchanged", "grown"])
def test_ratio_is_that_of_the_medians(row: str) -> None:
    """The ratio in the table is the median of our samples divided by that of the peer's."""
    samples = records()[row]["samples"]
    ratio = middle(samples["ours"]) / middle(samples["peer"])
    assert f"{ratio:.2f}×" == shown()[row, "ours/peer"]


def test_scale_is_that_of_the_medians() -> None:
    """The ratio in the table is the median for the large tree divided by that for the other."""
    samples = records()["scale"]["samples"]
    assert f"{middle(samples['large']) / middle(samples['tree']):.2f}×" == shown()["scale", "large/tree"]


def test_recording_is_that_of_the_medians() -> None:
    """The ratio in the table is the median of recording divided by that of hashing."""
    samples = records()["transform-record"]["samples"]
    assert (
        f"{middle(samples['record']) / middle(samples['hashes']):.2f}×" == shown()["transform-record", "record/hashes"]
    )


def test_seconds_are_the_median() -> None:
    """A target in seconds is the median of the runs."""
    record = {"samples": {"summary": [{"seconds": time} for time in (3.0, 9.0, 4.0)]}}
    (found,) = [one for one in results.figures({"transform-summary": record | PEAK}) if one.target.unit == "s"]
    assert (found.value, found.parts, found.verdict) == (4.0, "3 runs", "aim reached")


def test_an_answer_is_the_median() -> None:
    """A target in milliseconds is the median of the answers."""
    times = sorted(sample["seconds"] for sample in records()["repeat-check"]["samples"]["warm"])
    assert f"{middle(records()['repeat-check']['samples']['warm']) * 1000:.0f} ms" == shown()["repeat-check", "warm"]
    assert len(times) >= 21


@pytest.mark.parametrize("figure", ["pass", "line"])
def test_a_pass_is_the_median(figure: str) -> None:
    """So is that of a pass over the messages of a request."""
    samples = records()["context-pass"]["samples"][figure]
    assert f"{middle(samples) * 1000:.0f} ms" == shown()["context-pass", figure]
    assert len(samples) >= 21


@pytest.mark.parametrize("peer", ["bare", "ccline", "ccusage"])
@pytest.mark.parametrize("layout", ["full", "line"])
def test_the_status_line_is_that_of_the_medians(layout: str, peer: str) -> None:
    """The ratio in the table is the median of a layout's renders divided by that of the other program's."""
    samples = records()["statusline"]["samples"]
    assert f"{middle(samples[layout]) / middle(samples[peer]):.2f}×" == shown()["statusline", f"{layout}/{peer}"]


def test_cold_renders_are_the_worst_seen() -> None:
    """Of all times that the session was new, the table has the one with most renders, and the largest peak."""
    cold = records()["statusline"]["cold"]
    assert f"{max(len(run['seconds']) for run in cold)} renders" == shown()["statusline", "renders"]
    largest = max(run["peak"]["sum_kib"] for run in cold) * 1024
    assert f"{largest / 1e6:.0f} MB" == shown()["statusline", "memory"]


@pytest.mark.parametrize("tree", ["tree", "large", "single"])
def test_memory_is_the_largest_seen(tree: str) -> None:
    """The memory in the table is the largest sum of resident sets over commands and runs, in MB of 10⁶ bytes."""
    peaks = records()["memory"]["peaks"][tree]
    largest = max(run["sum_kib"] for runs in peaks.values() for run in runs) * 1024
    assert f"{largest / 1e6:.0f} MB" == shown()["memory", tree]


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
