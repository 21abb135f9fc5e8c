"""A summary as JSON: the shape that analyses expect, to the key."""

from __future__ import annotations

import json
from pathlib import Path

from tallystick.reports.transforms_json import document, render
from tallystick.tasks.transforms_summary import summarise
from tests.transformations import a_chain, a_record, a_saving, write


def test_shape(tmp_path: Path) -> None:  # long: one whole document
    """Every key, in its order, with a gap and a link that does not meet."""
    one, _, three = a_chain("abcd", "abc", "ab", "a")
    other = a_chain("xyz", "xy", "x", chain_id="chain-2", surface="context_render")
    path = write(
        tmp_path / "r1" / "savings" / "t1.jsonl",
        a_saving(40),
        a_saving(-9, measure_type="estimate"),
        *(one, three),
        *(other[0], other[1] | {"input_sha256": "0" * 64}),
    )
    group = {"layer": "harness", "bucket": "tool_output_filter", "mechanism": "strip_ansi", "events": 2, "changes": 2}
    # context_render: 3 -> 2, 2 -> 1; tool_output: 4 -> 3, 2 -> 1
    assert document(summarise([str(path)])) == {
        "per_task": {
            "r1/t1": {
                "totals": {
                    "exact_delta": 40,
                    "exact_count": 1,
                    "estimate_delta": -9,
                    "estimate_count": 1,
                    "costs_paid": 40,
                    "savings": -9,
                },
                "rows": [
                    {
                        "bucket": "system_prompt",
                        "mechanism": "system_header",
                        "layer": "config",
                        "exact_delta": 40,
                        "exact_count": 1,
                        "estimate_delta": -9,
                        "estimate_count": 1,
                    }
                ],
                "transformations": {
                    "totals": {
                        "events": 4,
                        "changes": 4,
                        "bytes_removed": 4,
                        "bytes_added": 0,
                        "delta_bytes": -4,
                        "delta_chars": -4,
                    },
                    "rows": [
                        {"surface": "context_render", **group}
                        | {"input_bytes": 5, "output_bytes": 3, "delta_bytes": -2}
                        | {"input_chars": 5, "output_chars": 3, "delta_chars": -2},
                        {"surface": "tool_output", **group}
                        | {"input_bytes": 6, "output_bytes": 4, "delta_bytes": -2}
                        | {"input_chars": 6, "output_chars": 4, "delta_chars": -2},
                    ],
                    "chain_breaks": [
                        {"chain": ["s", 1, "c1", "tool_output", "chain-1"], "kind": "step", "steps": [1, 3]},
                        {
                            "chain": ["s", 1, "c1", "context_render", "chain-2"],
                            "kind": "hash",
                            "previous_event": "tx-0000000000-000001",
                            "current_event": "tx-0000000000-000002",
                        },
                    ],
                },
                "source": {"run": "r1", "task": "t1", "ledger": str(path)},
            }
        }
    }


def test_the_same_name_twice(tmp_path: Path) -> None:
    """A second ledger of one run and task is told apart by its path."""
    paths = [str(write(tmp_path / name / "t1.jsonl", a_record())) for name in ("a", "b")]

    assert list(json.loads(render(summarise(paths)))["per_task"]) == ["r1/t1", f"r1/t1@{paths[1]}"]


def test_bad_lines(tmp_path: Path) -> None:
    """They are there where there are any."""
    path = write(tmp_path / "t1.jsonl", "{")
    found = json.loads(render(summarise([str(path)])))

    assert found["bad_lines"] == {"count": 1, "first": [{"ledger": str(path), "line": 1, "reason": "not JSON"}]}
