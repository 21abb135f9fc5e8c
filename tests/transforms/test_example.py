"""The example of a harness runs, and its ledger holds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tallystick.tasks.transforms_summary import summarise
from tallystick.tasks.transforms_verify import verify

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "harness.py"


def test_example(tmp_path: Path) -> None:
    """Every text that it changed is there, every hash is that of its text, and no chain breaks."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    subprocess.run([sys.executable, str(EXAMPLE), str(tmp_path / "run1")], env=environment, check=True)
    (verdict,) = verify([str(tmp_path / "run1")])
    changes = summarise([str(tmp_path / "run1")])

    assert verdict.faults == []
    assert (verdict.both, verdict.before, verdict.after) == ([], [], [])
    (task,) = changes.tasks
    assert (task.run, task.task, task.breaks, changes.bad_count) == ("run1", "demo", [], 0)
    # three calls with control sequences and repeated lines; the second and third request shorten older results
    events = {mechanism: sums.events for (*_, mechanism), sums in task.groups.items()}
    assert events == {"strip_ansi": 3, "collapse_duplicate_lines": 3, "shorten_old": 2}
    assert verdict.by_evidence == 2 * sum(events.values())


def test_it_is_short() -> None:
    """Forty lines or so: accounting must not be more work than the harness."""
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 44
