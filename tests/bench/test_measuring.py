"""Timing and watching programs: what ends well gives a sample, what does not stops the bench."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from bench.memory import watch
from bench.rounds import Side, alternate
from bench.timing import Failed, run, wait_for_calm

# Holds 40 MB in a child that it forks, and waits for it.
FORKS = """
import os, time
if not os.fork():
    held = bytearray(40_000_000)
    time.sleep(0.2)
    os._exit(0)
os.wait()
"""


def python(program: str) -> list[str]:
    """A command that runs a program of one line."""
    return [sys.executable, "-c", program]


def test_a_run_gives_a_sample() -> None:
    """It took time and memory, and the load is that of the machine."""
    sample = run(python("pass"), {})
    assert sample.seconds > 0
    assert sample.rss_kib > 0
    assert sample.load >= 0


def test_a_failing_program_stops_the_bench() -> None:
    """Its exit code is named."""
    with pytest.raises(Failed, match="ended with 3"):
        run(python("raise SystemExit(3)"), {})
    with pytest.raises(Failed, match="ended with 3"):
        watch(python("raise SystemExit(3)"), {})


def test_a_program_reads_and_prints_files(tmp_path: Path) -> None:
    """What it is given is its input; what it prints is there once it ended, and nothing of a longer text before."""
    given, out = tmp_path / "given", tmp_path / "out"
    given.write_text("clay", encoding="utf-8")
    out.write_text("something longer", encoding="utf-8")
    run(python("print(input()[::-1])"), {}, str(given), str(out))
    assert out.read_text(encoding="utf-8") == "yalc\n"


def test_memory_of_a_parent_does_not_count() -> None:
    """A process is born with its parent's peak; this one holds far less than we hold."""
    held = bytearray(b"x" * 200_000_000)
    peak = watch(["/bin/sleep", "0.1"], {})
    assert peak.sum_kib < len(held) // 1024 // 2


def test_memory_of_children_counts() -> None:
    """The sum holds the child's 40 MB beside its parent."""
    peak = watch(python(FORKS), {})
    assert peak.processes == 2
    assert peak.sum_kib >= 40_000_000 // 1024


def test_sides_take_turns() -> None:
    """Each side is prepared before each of its runs; the first run of each is not counted."""
    order: list[str] = []
    sides = [Side(name, ["/bin/true"], {}, prepare=lambda name=name: order.append(name)) for name in ("ours", "peer")]  # type: ignore[misc]
    found = alternate(sides, 2, patience=0.0)
    assert ["ours", "peer"] * 3 == order
    assert {"ours": 2, "peer": 2} == {name: len(samples) for name, samples in found.items()}


def test_each_run_is_checked() -> None:
    """Also the first, which is not counted."""
    checked: list[str] = []
    alternate([Side("ours", ["/bin/true"], {}, check=lambda: checked.append("ours"))], 2, patience=0.0)
    assert checked == ["ours"] * 3


def test_without_patience_nothing_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison that has waited long enough goes on at once."""
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("it waited"))
    wait_for_calm(0.0)


def test_a_run_sees_only_what_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the bench's own environment reaches a side."""
    monkeypatch.setenv("TALLY_TEST_ONLY", "1")
    run(python("import os; raise SystemExit('TALLY_TEST_ONLY' in os.environ)"), {})
