"""The fold beside jq, which anybody may read the ledger with: on rows that are none to refuse both say the same."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.kernel.savings import rows

pytestmark = pytest.mark.needs("jq")

# Adds up by technique, in words of our own.
PROGRAM = "reduce .[] as $row ({}; .[$row.technique].tokens += $row.tokens_saved | .[$row.technique].usd += $row.cost_saved_usd)"
ROWS = st.fixed_dictionaries(
    {
        "ts": st.just("2026-03-02T09:00:00Z"),
        "session_id": st.sampled_from(["one", "two"]),
        "technique": st.sampled_from(["compress", "divert", "instruction-compression", "of a producer to come"]),
        "tokens_saved": st.integers(1, 1 << 40),
        "cost_saved_usd": st.floats(1e-6, 1e6, allow_subnormal=False),
        "basis": st.text(max_size=20),
    },
    optional={"tokens_before": st.integers(0, 1 << 40), "model_source": st.just("env"), "more": st.none()},
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
