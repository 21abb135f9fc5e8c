"""What is said in a transcript: texts, calls, boundaries and summaries, of the main talk alone."""

from __future__ import annotations

import json
from typing import Any

from tallystick.agents import claude_code
from tallystick.model.talk import BOUNDARY, CALL, SUMMARY, TEXT
from tests.casebook.boundaries import compacted
from tests.casebook.thread import Thread, call, text, usage

COUNTS = usage(1, 2, 3)


def said(*entries: Any) -> list[tuple[int, int, str]]:
    """Kind, line and text of everything said on these lines."""
    lines = [entry if isinstance(entry, bytes) else json.dumps(entry).encode() for entry in entries]
    return [(one.kind, one.line, one.text) for one in claude_code.talk(enumerate(lines, 1))]


def test_texts_and_calls() -> None:
    """A call in a few words: the tool, and what it is about."""
    t = Thread()
    t.ask("I decided this, says the user.")
    t.say("m1", [text("Well."), call("c1", "Bash", command="ls\n -la")], COUNTS)
    t.say("m2", call("c2", "Read", file_path="/srv/" + "a" * 200), COUNTS)
    t.say("m3", call("c3", "TodoWrite", todos=[]), COUNTS)
    t.say("m4", text("No response requested."), COUNTS, model="<synthetic>")
    t.say("m5", text("On the side."), COUNTS, isSidechain=True)
    t.say("m6", text(""), COUNTS)
    t.lines[-1]["message"]["content"] = "As a text."

    found = said(*t.lines)

    assert [(TEXT, 2, "Well."), (CALL, 2, "Bash ls -la")] == found[:2]
    assert (CALL, 3, "Read /srv/" + "a" * 69 + "…") == found[2]
    assert [(CALL, 4, "TodoWrite"), (TEXT, 7, "As a text.")] == found[3:]


def test_boundaries_and_summaries() -> None:
    """A boundary names what it keeps."""
    t = Thread()
    compacted(t, preservedMessages={"uuids": ["u1", 5], "allUuids": ["u2"]})
    compacted(t)
    t.ask([text("In"), text("short.")], isCompactSummary=True)
    lines = [json.dumps(entry).encode() for entry in t.lines]

    found = list(claude_code.talk(enumerate(lines, 1)))

    assert [BOUNDARY, SUMMARY, BOUNDARY, SUMMARY, SUMMARY] == [one.kind for one in found]
    assert [{"u1", "u2"}, set()] == [set(one.preserved) for one in found if one.kind == BOUNDARY]
    assert "In\nshort." == found[-1].text


def test_odd_lines_cost_nothing() -> None:
    """Not JSON, no object where one is due, no content, blocks of no kind."""
    assert [(TEXT, 4, ""), (SUMMARY, 5, "")] == said(
        b'{"type":"assistant", torn',
        {"type": "assistant", "message": None},
        {"type": "assistant", "message": {"content": 5}},
        {"type": "assistant", "message": {"content": [None, {"type": "text", "text": 5}]}},
        {"type": "user", "isCompactSummary": True, "message": {"content": None}},
        {"type": "user", "isCompactSummary": True, "message": "x"},
    )
    assert [(CALL, 1, "")] == said({"type": "assistant", "message": {"content": [{"type": "tool_use", "input": 5}]}})
    odd = {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"preservedMessages": {"uuids": 5}}}
    assert [(BOUNDARY, 1, "")] == said(odd)
