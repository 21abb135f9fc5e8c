"""A verdict is one short line, whatever it has to name."""

from __future__ import annotations

import json

from tallystick.model.verdict import LONGEST, UNCHANGED, Verdict


def test_a_line() -> None:
    """Word, fact, action, receipt."""
    assert (
        "UNCHANGED — a was read at e3 → skip it [8f2:e3]"
        == Verdict(UNCHANGED, "a was read at e3", "skip it", "8f2:e3").line
    )
    assert "UNCHANGED — a → b" == Verdict(UNCHANGED, "a", "b").line


def test_it_is_cut() -> None:
    """Letters that JSON writes with six characters, quotes, and plain ones: both forms stay below 400."""
    for letter in ("a", "é", '"', "\U0001f525"):
        verdict = Verdict(UNCHANGED, letter * 900, "skip the re-read", "8f2c91aa:e143→e211")
        assert verdict.fact.endswith("…")
        assert len(json.dumps(verdict.parts)) - 8 <= LONGEST  # `json` puts spaces
        assert len(verdict.line) <= LONGEST
