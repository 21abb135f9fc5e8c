"""What a render leaves for others."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.snapshot import Payload
from tallystick.statusline import notes

NOW = 1_796_000_000  # 2026-11-30T00:53:20Z


def test_model_and_transcript(tmp_path: Path) -> None:
    """Each in a file of the session's name, written where it differs; blank and odd values are not written."""
    root = os.fsencode(tmp_path)
    model, transcript = tmp_path / "usage" / "session-model" / "s-1", tmp_path / "usage" / "session-transcript" / "s-1"

    notes.note_session(root, "s-1", " claude-opus-5-5 ", b"/x/s-1.jsonl")
    assert (model.read_text(), transcript.read_text()) == ("claude-opus-5-5", "/x/s-1.jsonl")
    before = model.stat().st_ino
    notes.note_session(root, "s-1", "claude-opus-5-5", None)
    assert model.stat().st_ino == before
    notes.note_session(root, "s-1", "", b"/y\nz")
    assert (model.read_text(), transcript.read_text()) == ("claude-opus-5-5", "/x/s-1.jsonl")
    notes.note_session(root, "s-1", "claude-haiku-5-5", b"/y")
    assert (model.read_text(), transcript.read_text()) == ("claude-haiku-5-5", "/y")
    assert model.stat().st_mode & 0o777 == 0o600


def limits(five: Any = 24, seven: Any = None, resets: Any = 1_796_018_000) -> Payload:
    """A payload with official windows."""
    windows = {"five_hour": {"used_percentage": five, "resets_at": resets}, "seven_day": {"used_percentage": seven}}
    return Payload({"rate_limits": windows})


def test_limits_are_recorded_when_they_change(tmp_path: Path) -> None:
    """Once a change, whoever sees it first; what the client does not report is not recorded."""
    root, path = os.fsencode(tmp_path), tmp_path / "usage" / "limits.jsonl"

    assert notes.note_limits(root, "a", Payload({}), "before", NOW) == "before"
    assert not path.exists()
    seen_by_a = notes.note_limits(root, "a", limits(), "", NOW)
    assert notes.note_limits(root, "a", limits(), seen_by_a, NOW + 1) == seen_by_a
    assert notes.note_limits(root, "b", limits(), "", NOW + 2) == seen_by_a
    seen_by_b = notes.note_limits(root, "b", limits(25.5, 41), seen_by_a, NOW + 3)
    assert notes.note_limits(root, "a", limits(), seen_by_a, NOW + 4) == seen_by_a  # an old reading does not come back
    assert seen_by_b != seen_by_a

    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert rows == [
        {
            "ts": "2026-11-30T00:53:20Z",
            "session_id": "a",
            "five_hour": {"used_percentage": 24, "resets_at": 1_796_018_000},
        },
        {
            "ts": "2026-11-30T00:53:23Z",
            "session_id": "b",
            "five_hour": {"used_percentage": 25.5, "resets_at": 1_796_018_000},
            "seven_day": {"used_percentage": 41, "resets_at": None},
        },
    ]


def test_a_record_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the reading counts as new."""
    root, path = os.fsencode(tmp_path), tmp_path / "usage" / "limits.jsonl"
    notes.note_limits(root, "a", limits(), "", NOW)

    def broken(*args: object) -> bytes:
        raise OSError

    monkeypatch.setattr(notes, "pread", broken)
    notes.note_limits(root, "b", limits(), "", NOW)

    assert len(path.read_text().splitlines()) == 2
