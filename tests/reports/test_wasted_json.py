"""Findings as JSON: exactly the published fields."""

from __future__ import annotations

import json

from tallystick.reports.wasted_json import render
from tests.receipts import finding
from tests.reports.test_wasted import wasted


def test_document() -> None:
    """One finding of the direct sum, one apart; every signature has its sum."""
    apart = finding("cache_rebuild", 5, exposures=(), window=-1, hash=None, path=None, note="after 9 s")
    found = json.loads(render(wasted(finding("exact_reread", 100), apart, acquired=400)))

    assert found["schema_version"] == 1
    assert found["findings"][0] == {
        "signature": "exact_reread",
        "label": "PROVEN_DUPLICATE",
        "session": "5e550000-0001",
        "transcript": "5e550000-0001",
        "evidence": ["5e550000:e3", "5e550000:e5"],
        "hash": "0123",
        "payload_tokens": 100,
        "exposure_token_turns": 1000,
        "window": "2026-03-02T09:00:00Z",
        "detector_version": 1,
        "path": "/srv/kiln/kiln.py",
    }
    assert found["findings"][1].items() >= {"hash": None, "path": None, "window": None, "note": "after 9 s"}.items()
    totals = found["totals"]
    assert (totals["direct_tokens"], totals["exposure_token_turns"], totals["acquired_tokens"]) == (100, 1000, 400)
    assert totals["by_signature"]["cache_rebuild"] == {
        "findings": 1,
        "payload_tokens": 5,
        "exposure_token_turns": 0,
    }
    assert len(totals["by_signature"]) == 11
    assert "rows" not in found


def test_rows_where_they_were_asked_for() -> None:
    """By project."""
    found = json.loads(render(wasted(finding("exact_reread", 100), by="project"), with_rows=True))

    assert found["by"] == "project"
    assert found["rows"] == [
        {
            "key": "/srv/kiln",
            "direct": {"findings": 1, "payload_tokens": 100, "exposure_token_turns": 1000},
            "other_findings": 0,
        }
    ]
