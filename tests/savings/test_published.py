"""The published description of the ledger, example by example, from the file to what the status line and reports show."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.host.environment import Surroundings
from tallystick.kernel.segments.savings import render
from tallystick.kernel.snapshot import Snapshot
from tallystick.reports.saved import lines
from tallystick.statusline import looks
from tallystick.tasks.saved import remarks, saved

ME = "trusty-tools-ec"
# A row as the description prints it.
PRINTED = (
    '{"ts":"2026-09-07T02:41:00Z","session_id":"trusty-tools-ec","technique":"instruction-compression",'
    '"tokens_saved":5300,"tokens_before":11750,"cost_saved_usd":0.0159,"basis":"sources 47000 B - compiled 25800 B, '
    'at 4 B/token, priced at claude-sonnet-4-6 input $3/Mtok","model_source":"launch-config"}'
)


def row(saved: Any, before: Any, **changed: Any) -> str:
    """A row; a value of None takes its key out."""
    found = {"ts": "2026-09-07T02:41:00Z", "session_id": ME, "technique": "compress", "tokens_saved": saved}
    found |= {"tokens_before": before, "cost_saved_usd": 0.01, "basis": "b", "model_source": "env", **changed}
    return json.dumps({key: value for key, value in found.items() if value is not None})


def lay(root: Path, *rows: str) -> None:
    """Write a ledger."""
    (root / "usage").mkdir(exist_ok=True)
    (root / "usage" / "savings.jsonl").write_text("".join(f"{one}\n" for one in rows))


def segment(root: Path) -> str:
    """What the status line shows."""
    snapshot = Snapshot()
    looks.look_at_savings(snapshot, os.fsencode(root), ME)
    return render(snapshot)


@pytest.mark.parametrize(
    ("rows", "shown"),
    [
        # 20, 30 and 40 percent, of rows of different sizes, which pooled would be 27 percent: 270 of 1,000
        ([row(100, 500), row(90, 300), row(80, 200)], "💸40%/30%"),
        ([row(20, 100), row(30, 100), row(40, 100)], "💸40%/30%"),
        ([row(30, 100)], "💸30%/30%"),  # one row is both figures
        ([], "💸—"),
        ([row(20, 100), row(90, None), row(90, 0)], "💸20%/20%"),  # a row without a size before has no percent
        ([row(90, None)], "💸—"),
        ([row(90, 100, session_id="other"), row(20, 100), row(80, 100, session_id="other")], "💸20%/20%"),
        ([row(90, 100, session_id="other")], "💸—"),  # whatever others saved
        ([PRINTED], "💸—"),  # the fold of instructions is another measurement
        ([PRINTED, row(20, 100, technique="divert")], "💸20%/20%"),
        ([row(90, 100, technique="of-a-producer-to-come")], "💸—"),
        ([row(4, 1000)], "💸1%/1%"),  # never 0
    ],
)
def test_the_segment(rows: list[str], shown: str, tmp_path: Path) -> None:
    """The newest row's percent and the mean of all of the session."""
    lay(tmp_path, *rows)
    assert segment(tmp_path) == shown


def test_no_ledger(tmp_path: Path) -> None:
    """The same as one that is empty."""
    assert segment(tmp_path) == "💸—"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"ts":"2026-09-07T02:41:00Z","session_id":"trusty-tools-ec","technique":"comp', "not JSON"),
        (row(0, 100), "nothing saved"),
        (row(-20, 100), "nothing saved"),
        (row(20, 100, cost_saved_usd=0), "no cost saved"),
        (row(20, 100, cost_saved_usd=-0.01), "no cost saved"),
        (row(20, 100).replace("0.01", "NaN"), "no cost saved"),
        (row(20, 100).replace("0.01", "1e999"), "no cost saved"),
        (row(20, 100, cost_saved_usd="much"), "a field is missing"),
        (row(20, 100, cost_saved_usd=None), "a field is missing"),
    ],
)
def test_each_refusal_and_its_warning(line: str, reason: str, tmp_path: Path) -> None:
    """It is named with its line by the report and the doctor, is silent on the status line, and moves no figure."""
    lay(tmp_path, row(20, 100), "", line, row(40, 100))
    assert segment(tmp_path) == "💸40%/30%"
    found = saved(str(tmp_path), "technique")
    assert (found.totals.rows, found.totals.saved, found.refused) == (2, 60, [(3, reason)])
    page = lines(found, width=100, shorten=str)
    assert page[-1] == f"1 row refused and not counted: line 3 ({reason})."
    warned = [one for one in remarks(Surroundings(str(tmp_path), None, {}, 0)) if one.is_warning]
    assert [(one.text, one.places) for one in warned] == [("1 row refused and not counted", (f"line 3: {reason}",))]


def test_a_ledger_that_another_tool_began(tmp_path: Path) -> None:
    """Read as it is, by the folder alone: 5,300 tokens, 45 percent, 0.0159 dollars; older rows without a source too."""
    older = row(100, None, model_source=None)
    lay(tmp_path, PRINTED, older)
    found = saved(str(tmp_path), "technique")
    printed, other = found.groups[0][1], found.groups[1][1]
    assert found.groups[0][0] == "instruction-compression"
    assert (printed.saved, printed.before, printed.pooled, printed.net) == (5300, 11_750, 45, 5300)
    assert printed.cost == 15_900_000_000_000_000
    assert (other.saved, other.before, other.pooled, found.refused) == (100, None, None, [])
