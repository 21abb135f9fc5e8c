"""Scrubbing keeps every name, number and id, and no prose of the client's."""

from __future__ import annotations

import json

from tests.standin.scrub import scrub, scrub_line

LONG = "x" * 60


def test_the_clients_own_texts_leave_their_length() -> None:
    """Prompts and listings are elided; hashes, short names and numbers stay; schemas are emptied."""
    entry = {
        "type": "attachment",
        "uuid": LONG,
        "attachment": {
            "systemPrompt": [LONG],
            "count": 3,
            "hash": "a" * 64,
            "tools": [{"name": "Bash", "schema": {"a": LONG}}],
        },
    }
    assert scrub(entry)["uuid"] == LONG
    assert scrub(entry)["attachment"] == {
        "systemPrompt": ["<elided 60 chars>"],
        "count": 3,
        "hash": "a" * 64,
        "tools": [{"name": "Bash", "schema": {}}],
    }


def test_talk_stays_and_reminders_go() -> None:
    """A prompt is ours; a reminder inside it is the client's."""
    entry = {"type": "user", "message": {"content": f"{LONG} <system-reminder>{LONG}</system-reminder>"}}
    assert scrub(entry)["message"]["content"] == f"{LONG} <elided 95 chars>"


def test_a_compaction_summary_is_the_clients() -> None:
    """Its frame is the client's text, so it goes whole."""
    entry = {"type": "user", "isCompactSummary": True, "message": {"role": "user", "content": LONG}}
    assert scrub(entry)["message"] == {"role": "user", "content": "<elided 60 chars>"}


def test_a_line_keeps_its_spacing_and_loses_its_kernel() -> None:
    """Compact JSON as the client writes it, letters unescaped."""
    line = '{"type":"user","a":"é","b":"on Linux 6.1.0-9-amd64"}'
    assert scrub_line(line) == '{"type":"user","a":"é","b":"on Linux"}'
    assert json.loads(scrub_line(line))["b"] == "on Linux"
