"""What a pipeline did, as one chain."""

from __future__ import annotations

import json
from pathlib import Path

from tallystick.kernel.steprecords import record_steps
from tallystick.kernel.transformledger import Ledger

STEPS = [
    ("filter", "strip_ansi", "abc", "ab", 1),
    ("filter", "none", "ab", "ab", 0),
    ("filter", "cut", "ab", "a", 1),
]


def test_steps(tmp_path: Path) -> None:
    """Steps are one chain; in the scope of a call they go on with that call's; what changed nothing is no step."""
    with Ledger(str(tmp_path / "t.jsonl"), run="r", task="t", mode="counts", warn=print) as ledger:
        assert record_steps(ledger, STEPS, layer="harness", surface="tool_output") == 2
        with ledger.scope(session="s", turn=1, tool_call_id="c"):
            assert record_steps(ledger, STEPS, layer="harness", surface="tool_output", ctx={"tool": "Bash"}) == 2
            assert record_steps(ledger, STEPS[2:], layer="harness", surface="tool_output") == 1
    found = [json.loads(row) for row in (tmp_path / "t.jsonl").read_bytes().splitlines()]

    assert [one["chain_step"] for one in found] == [1, 2, 1, 2, 3]
    assert len({one["chain_id"] for one in found}) == 2
    assert [one["mechanism"] for one in found[:2]] == ["strip_ansi", "cut"]
    assert found[0]["output_sha256"] == found[1]["input_sha256"]
