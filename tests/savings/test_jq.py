"""The fold beside jq, which anybody may read the ledger with: on rows that are none to refuse both say the same.

One program is our own, for the kernel's fold of single sessions; the other is the one that the ledger's first
description gives its readers, to the letter, for the whole file as `tally saved` folds it.
"""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.kernel.savings import rows
from tallystick.tasks.saved import saved

pytestmark = pytest.mark.needs("jq")

# Adds up by technique, in words of our own.
PROGRAM = "reduce .[] as $row ({}; .[$row.technique].tokens += $row.tokens_saved | .[$row.technique].usd += $row.cost_saved_usd)"
PUBLISHED = """group_by(.technique)
       | map({technique: .[0].technique,
              tokens: (map(.tokens_saved) | add),
              usd: (map(.cost_saved_usd) | add)})"""
ROWS = st.fixed_dictionaries(
    {
        "ts": st.just("2026-03-02T09:00:00Z"),
        "session_id": st.sampled_from(["one", "two"]),
        "technique": st.sampled_from(["compress", "divert", "instruction-compression", "of a producer to come"]),
        "tokens_saved": st.integers(1, 1 << 40),
        "cost_saved_usd": st.floats(1e-6, 1e6, allow_subnormal=False),
        "basis": st.text(max_size=20),
    },
    optional={
        "output": st.just("0f3a9c2b71de"),
        "worker_cost_usd": st.floats(0, 1),
        "row": st.just("0" * 16),
        "tokens_before": st.integers(0, 1 << 40),
        "model_source": st.just("env"),
        "more": st.none(),
    },
)


@given(st.lists(ROWS, max_size=12))
@settings(max_examples=60)
def test_the_same_sums(found: list[dict[str, Any]]) -> None:
    """Tokens to the token, money to what adding floats in another order may differ by."""
    ledger = "".join(json.dumps(row) + "\n" for row in found).encode()
    words = ["jq", "-s", "-c", PROGRAM]
    theirs = json.loads(subprocess.run(words, input=ledger, stdout=subprocess.PIPE, check=True).stdout)
    ours: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    refused: list[tuple[int, str]] = []
    for session in ("one", "two"):
        for row in rows(ledger, len(ledger), session, refused):
            ours[row.technique][0] += row.saved
            ours[row.technique][1] += row.cost_usd

    assert refused == []
    assert {name: sums[0] for name, sums in ours.items()} == {name: sums["tokens"] for name, sums in theirs.items()}
    assert {name: pytest.approx(sums[1]) for name, sums in ours.items()} == {
        name: sums["usd"] for name, sums in theirs.items()
    }


@given(st.lists(ROWS, max_size=12), st.sampled_from(["\n", "\n\n", "\r\n", "\n \n"]), st.booleans())
@settings(max_examples=60)
def test_the_published_line(found: list[dict[str, Any]], end: str, has_last: bool) -> None:  # noqa: FBT001 - hypothesis
    """Any ledger that holds no refused row, also with blank lines or without a last end: both say the same of it."""
    text = end.join(json.dumps(row) for row in found) + end * has_last
    with TemporaryDirectory() as root:
        ledger = Path(root) / "usage" / "savings.jsonl"
        ledger.parent.mkdir()
        ledger.write_text(text)
        words = ["jq", "-s", PUBLISHED, str(ledger)]
        theirs = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
        ours = saved(root, "technique")

    assert ours.refused == []
    assert {key: one.saved for key, one in ours.groups} == {one["technique"]: one["tokens"] for one in theirs}
    assert {key: one.cost / 10**18 for key, one in ours.groups} == {
        one["technique"]: pytest.approx(one["usd"]) for one in theirs
    }
