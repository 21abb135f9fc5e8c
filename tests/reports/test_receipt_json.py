"""Receipts as JSON."""

from __future__ import annotations

import json

from tallystick.accounting.frontier import draw
from tallystick.reports.receipt_json import document, render
from tests.receipts import NINE, exhaustion, finding, receipt, share, statement


def test_document() -> None:  # long: the whole of one document
    """Every figure of a window with the evidence it rests on."""
    found = [finding("rehydration", 5), finding("abandoned_work", 0, window=-1, path=None, hash=None, exposures=())]
    limits = [exhaustion(NINE * 1000 + t, output=t, input=2, cached=3, prompt=4, exposure=5) for t in range(4)]
    made = receipt(*found, shares=[share(1, 3, 4)], acquired=50)
    given = document(statement(made, exhaustions=limits, frontiers=draw(limits)))
    evidence = ["5e550000:e3", "5e550000:e5"]
    none = {"findings": 0, "tokens": 0}
    one = {
        "signature": "rehydration",
        "label": "PROVEN_DUPLICATE",
        "session": "5e550000-0001",
        "transcript": "5e550000-0001",
        "evidence": evidence,
        "hash": "0123",
        "payload_tokens": 5,
        "exposure_token_turns": 50,
        "window": "2026-03-02T09:00:00Z",
        "detector_version": 1,
        "path": "/srv/kiln/kiln.py",
    }
    other = {"signature": "abandoned_work", "payload_tokens": 0, "exposure_token_turns": 0}
    partition = {"tier": "max_20x", "model_family": "opus", "effort": "high", "month": "2026-03"}

    assert given["windows"] == [
        {
            "start": "2026-03-02T09:00:00Z",
            "end": "2026-03-02T14:00:00Z",
            "official": False,
            "direct": {
                "tokens": 5,
                "by_signature": {
                    "exact_reread": none,
                    "duplicate_inspection": none,
                    "no_state_retry": none,
                    "rehydration": {"findings": 1, "tokens": 5},
                    "duplicate_subagent_work": none,
                },
            },
            "counted": {"invocation_mistake": 0, "edit_oscillation": 0, "abandoned_work": 1},
            "acquired_tokens": 50,
            "exposure_token_turns": 50,
            "exposure": [{"signature": "rehydration", "evidence": evidence, "token_turns": 50}],
            "rung": {"reached": 4, "name": "commit", "evidence": "5e550001:e8"},
            "sessions": 1,
            "turns": 3,
            "reached_rung_3": 1,
            "transcripts": [
                {
                    "transcript": "5e550001-0001",
                    "session": "5e550000-0001",
                    "turns": 3,
                    "first": "5e550001:e2",
                    "last": "5e550001:e9",
                    "rung": 4,
                    "rung_evidence": "5e550001:e8",
                }
            ],
            "findings": [one, one | other | {"window": None, "path": None, "hash": None}],
        }
    ]
    frontier = given["frontier"]
    assert isinstance(frontier, dict)
    assert (frontier["limit_events"], frontier["needed"]) == (4, 4)
    assert frontier["events"][1] == {
        "time": "2026-03-02T09:00:00Z",
        "evidence": "5e550000:e1",
        "allowance": "five_hour",
        "partition": partition,
        "output_tokens": 1,
        "input_tokens": 2,
        "cache_read_tokens": 3,
        "prompt_tokens": 4,
    }
    assert frontier["partitions"] == [
        {
            "partition": partition,
            "limit_events": 4,
            "evidence": [f"5e550000:e{t}" for t in range(4)],
            "output_tokens": [0, 3],
            "input_tokens": [2, 2],
            "cache_read_percent": [75, 75],
            "exposure_token_turns": [5, 5],
        }
    ]


def test_nothing() -> None:
    """An empty window, one without a time, and a weekly limit."""
    timeless = receipt(start=None, end=None)
    given = json.loads(render(statement(receipt(), timeless, exhaustions=[exhaustion(is_weekly=True)])))

    assert [(one["start"], one["rung"]) for one in given["windows"]] == [
        ("2026-03-02T09:00:00Z", {"reached": 0, "name": "none", "evidence": None}),
        (None, {"reached": 0, "name": "none", "evidence": None}),
    ]
    assert given["frontier"]["events"][0]["allowance"] == "weekly"
    assert (given["schema_version"], given["timezone"]) == (1, "UTC")
