"""What is said in a session of pi: texts, calls, and compactions that keep what came from one entry on."""

from __future__ import annotations

import pytest

from tallystick.agents import pi
from tallystick.model.talk import BOUNDARY, CALL, SUMMARY, TEXT
from tests.agents.pi.sessions import assistant, call, header, line, message


def test_texts_and_calls() -> None:
    """In order, with what a call is about."""
    lines = [
        header(),
        message(1, role="user", content="I decided this."),
        assistant(2, {"type": "text", "text": "Well."}, {"type": "thinking", "thinking": "hm"}),
        assistant(3, call("bash", 1, command="ls \n-la " + "x" * 90), call("odd", 2)),
    ]

    found = [(one.kind, one.line, one.text) for one in pi.talk(enumerate(lines, 1))]

    assert [(TEXT, 3, "Well."), (CALL, 4, "bash ls -la " + "x" * 67 + "…"), (CALL, 4, "odd")] == found


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"firstKeptEntryId": "b"}, {"b", "c"}),
        ({"firstKeptEntryId": "none"}, set()),
        ({"firstKeptEntryIndex": 2}, {"c"}),
        ({"firstKeptEntryIndex": -1}, set()),
        ({}, set()),
    ],
)
def test_compactions(given: dict[str, object], kept: set[str]) -> None:
    """The summary stands in the entry itself."""
    lines = [line(type="label", id=name, timestamp="2026-03-02T09:00:00Z") for name in "abc"]
    lines.append(line(type="compaction", timestamp="2026-03-02T09:00:00Z", summary="In short.", **given))

    boundary, summary = pi.talk(enumerate(lines, 1))

    assert (BOUNDARY, SUMMARY, "In short.", kept) == (
        boundary.kind,
        summary.kind,
        summary.text,
        set(boundary.preserved),
    )


def test_entries_without_ids_are_counted() -> None:
    """As the oldest version writes them."""
    lines = [line(type="label", timestamp="2026-03-02T09:00:00Z")] * 3
    lines.append(line(type="compaction", timestamp="2026-03-02T09:00:00Z", firstKeptEntryIndex=1))

    assert {"#1", "#2"} == set(next(iter(pi.talk(enumerate(lines, 1)))).preserved)
