"""What a pipeline did, as one chain."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.steprecords import record_steps
from tallystick.tasks.transforms_verify import verify
from tests.transformations import change, open_one

STEPS = [
    ("filter", "strip_ansi", "abc", "ab", 1),
    ("filter", "none", "ab", "ab", 0),
    ("filter", "cut", "ab", "a", 1),
]


def found(path: Path) -> list[dict[str, Any]]:
    """What a ledger holds."""
    return [json.loads(row) for row in path.read_bytes().splitlines()]


def test_steps(tmp_path: Path) -> None:
    """Steps are one chain; what changed nothing is no step."""
    with open_one(tmp_path / "t.jsonl") as ledger:
        assert record_steps(ledger, STEPS, layer="harness", surface="tool_output", ctx={"tool": "Bash"}) == 2
    one, two = found(tmp_path / "t.jsonl")

    assert [(each["chain_id"], each["chain_step"], each["mechanism"]) for each in (one, two)] == [
        (one["chain_id"], 1, "strip_ansi"),
        (one["chain_id"], 2, "cut"),
    ]
    assert one["output_sha256"] == two["input_sha256"]


@pytest.mark.parametrize("call", ["", "c1"])
def test_in_a_scope(tmp_path: Path, call: str) -> None:
    """They go on where the scope's chain ended; another text is another chain, and the host's own goes on behind it."""
    with open_one(tmp_path / "t.jsonl") as ledger, ledger.scope(session="s", turn=1, tool_call_id=call):
        record_steps(ledger, STEPS[:2], layer="harness", surface="tool_output")
        record_steps(ledger, STEPS[2:], layer="harness", surface="tool_output")
        record_steps(ledger, STEPS, layer="harness", surface="tool_output")
        change(ledger, "a", "")
    records = found(tmp_path / "t.jsonl")
    chains = {one["chain_id"]: number for number, one in reversed(list(enumerate(records)))}

    assert [(chains[one["chain_id"]], one["chain_step"]) for one in records] == [(0, 1), (0, 2), (2, 1), (2, 2), (0, 3)]
    assert verify([str(tmp_path)])[0].faults == []
