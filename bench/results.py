"""Turns the newest samples into the page RESULTS.md: medians, ratios, whether each target is met. A miss is named."""

from __future__ import annotations

import os
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.targets import MEMORY, MILLISECONDS, RATIO, SECONDS, TARGETS

if TYPE_CHECKING:
    from bench.setting import Record
    from bench.targets import Target

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "RESULTS.md")
_BUSY = 0.1  # share of the machine; single samples of a quiet one show up to 0.05
AGREEMENTS = ("as_expected", "without_index_as_with", "as_the_peer")
_KIB_IN_A_MB = 1e6 / 1024
_HEAD = """# Results

Written by `python -m bench.index` from the newest files in [samples/](samples/); `tests/bench/test_results.py` computes
it again. Medians of the rounds; both sides take turns in one run on one machine, each after an untimed run that fills
the page cache; wall clock from fork to exit. The peer is `ccusage`, its native program:
`claude daily --offline --json`. A ratio is our time divided by the peer's, or by that of what the row names.

The status line is timed as a client runs it: the installed command through `sh`, on one session that grows by 20 KB
before each render, with 8,000 rows in the ledger of savings; every text is checked to the last call of a tool. Beside
it run `python -I -S -c pass` of the same interpreter, `ccline` and `ccusage statusline --offline`, on the same payload.
"""


@dataclass(frozen=True)
class Figure:
    """A target and what was measured of it; `parts` are the two numbers behind a ratio."""

    target: Target
    what: str
    value: float
    parts: str

    @property
    def verdict(self) -> str:
        """How the value stands to its target."""
        if self.value <= self.target.aim:
            return "aim reached"
        if self.value <= self.target.must:
            return "met"
        return f"**missed** by {_number(self.value - self.target.must, self.target.unit)}"


def page(records: dict[str, Record]) -> str:
    """Return the whole page."""
    parts = [
        _HEAD,
        _warning(records),
        _checks(records.get("totals")),
        table(figures(records)),
        _peaks(records.get("memory")),
        _around(records),
    ]
    return "\n".join(part for part in parts if part)


def figures(records: dict[str, Record]) -> list[Figure]:
    """Return the figure of every target whose row was measured."""
    return [_figure(target, records[target.row]) for target in TARGETS if target.row in records]


def table(found: list[Figure]) -> str:
    """Return the table of all figures."""
    lines = ["| what | measured | from | must | aim | |", "|---|---:|---|---:|---:|---|"]
    for one in found:
        unit = one.target.unit
        bounds = (
            _number(one.value, unit),
            one.parts,
            *(f"≤ {_number(x, unit)}" for x in (one.target.must, one.target.aim)),
        )
        lines.append(f"| {one.what} | {' | '.join(bounds)} | {one.verdict} |")
    return "\n".join(lines) + "\n"


def _figure(target: Target, record: Record) -> Figure:
    what = target.what
    for name, corpus in record.get("corpora", {}).items():
        what = what.replace(f"{{{name}}}", _size(corpus["bytes"] if name != "single" else corpus["largest_file"]))
    if "cold" in record and target.unit != RATIO:
        return _cold(target, what, record["cold"])
    if target.unit == MEMORY:
        peaks = [peak for runs in record["peaks"][target.figure].values() for peak in runs]
        value = max(peak["sum_kib"] for peak in peaks) / _KIB_IN_A_MB
        return Figure(
            target, what, value, f"largest process {max(peak['one_kib'] for peak in peaks) / _KIB_IN_A_MB:.0f} MB"
        )
    for name, slowest in record.get("slowest", {}).items():
        what = what.replace(f"{{{name}}}", f"`{slowest}`")
    if target.unit in {SECONDS, MILLISECONDS}:
        times = [sample["seconds"] for sample in record["samples"][target.figure]]
        factor = 1000 if target.unit == MILLISECONDS else 1
        return Figure(target, what, median(times) * factor, f"{len(times)} runs")
    over, under = target.figure.split("/")
    top, bottom = (median(sample["seconds"] for sample in record["samples"][name]) for name in (over, under))
    return Figure(target, what, top / bottom, f"{_seconds(top)} / {_seconds(bottom)}")


def _cold(target: Target, what: str, runs: list[dict[str, Any]]) -> Figure:
    """Return the worst of all times that a session was new."""
    if target.unit == MEMORY:
        peaks = [run["peak"]["sum_kib"] / _KIB_IN_A_MB for run in runs]
        return Figure(target, what, max(peaks), f"the largest of {len(peaks)} times")
    slowest = max(seconds for run in runs for seconds in run["seconds"])
    return Figure(target, what, max(len(run["seconds"]) for run in runs), f"the slowest took {_seconds(slowest)}")


def _warning(records: dict[str, Record]) -> str:
    """Return a warning where other work took more than a tenth of the machine."""
    if max((_others(record) or 0.0 for record in records.values()), default=0.0) <= _BUSY:
        return ""
    return "**The machine was busy with other work (below): these figures are not to be quoted.**\n"


def _checks(record: Record | None) -> str:
    """Return one paragraph and a table on exactness."""
    if record is None:
        return ""
    lines = [
        "Totals by class, model and UTC day:",
        "",
        "| corpus | files | responses | as the generator counted | with and without index | as the peer |",
        "|---|---:|---:|---|---|---|",
    ]
    for check in record["checks"]:
        corpus = check["corpus"]
        agreed = [_agreed(check[name]) for name in AGREEMENTS]
        counts = f"{corpus['files']:,} | {check['responses']:,}"
        lines.append(f"| {_corpus(corpus)} | {counts} | {' | '.join(agreed)} |")
    return "\n".join(lines) + "\n"


def _peaks(record: Record | None) -> str:
    """Return the peaks behind the memory rows."""
    if record is None:
        return ""
    lines = [
        "Memory is the largest of three runs, in MB of 10⁶ bytes: of all our processes at one moment (pages that two",
        "of them share count twice), and of the largest one.",
        "",
        "| corpus | command | all processes | largest process | processes |",
        "|---|---|---:|---:|---:|",
    ]
    for name, commands in record["peaks"].items():
        for command, runs in commands.items():
            peaks = [max(run[key] for run in runs) / _KIB_IN_A_MB for key in ("sum_kib", "one_kib")]
            many = max(run["processes"] for run in runs)
            corpus = _corpus(record["corpora"][name])
            lines.append(f"| {corpus} | `tally {command}` | {peaks[0]:.0f} | {peaks[1]:.0f} | {many} |")
    return "\n".join(lines) + "\n"


def _around(records: dict[str, Record]) -> str:
    """Return what each row was measured on, alike ones together."""
    groups: dict[str, list[str]] = {}
    for name, record in records.items():
        machine, versions = record["machine"], record["versions"]
        optimized = "" if versions.get("python_optimized") else " (built without its own optimizations)"
        text = (
            f"{record['date']}; {machine['cpu']}, {machine['cores']} cores, {machine['kernel']}; Python"
            f" {versions['python']}{optimized}, SQLite {versions['sqlite']}, msgspec {versions['msgspec']}, xxhash"
            f" {versions['xxhash']}; tally {versions['tally']} ({_commit(versions)}), ccusage {versions['ccusage']}"
        )
        text += "".join(f", {one} {version}" for one, version in record.get("other_versions", {}).items()) + "."
        groups.setdefault(text, []).append(name)
    lines = [f"* {', '.join(names)}: {text}" for text, names in groups.items()]
    shares = {name: _others(record) for name, record in records.items()}
    busy = [f"{name} {100 * share:.0f} %" for name, share in shares.items() if share is not None]
    lines.append(f"* Share of the machine that others used while a side ran (median): {', '.join(busy)}.")
    return "\n".join(["Measured on:", "", *lines]) + "\n"


def _others(record: Record) -> float | None:
    """Return the median share of all cores that other processes used during the samples."""
    cores = record["machine"]["cores"]
    shares = [
        sample["others_cpu_seconds"] / sample["seconds"] / cores
        for samples in record.get("samples", {}).values()
        for sample in samples
    ]
    return median(shares) if shares else None


def _commit(versions: dict[str, Any]) -> str:
    return f"{versions.get('commit', 'no commit')}{', modified' if versions.get('modified') else ''}"


def _agreed(found: object) -> str:
    return "unknown" if found is None else "equal" if found else "**differ**"


def _corpus(corpus: dict[str, Any]) -> str:
    made = corpus["generator"]
    if made is None:
        return f"a given tree of {_size(corpus['bytes'])}"
    return f"seed {made['seed']}, {made['size_mb']:g} MB{', one session' if made['single'] else ''}"


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 995e6 else f"{count / 1e6:.0f} MB"


def _seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.0f} ms"


def _number(value: float, unit: str) -> str:
    if unit == RATIO:
        return f"{value:.2f}{RATIO}"
    return f"{value:.2f} {unit}" if unit == SECONDS and value < 10 else f"{value:.0f} {unit}"
