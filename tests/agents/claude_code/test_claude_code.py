"""Claude Code as an agent: where its transcripts live, and what a path says."""

from __future__ import annotations

import pytest

from tallystick.agents import claude_code
from tallystick.agents.claude_code.lines import Reader
from tallystick.model.source import Place
from tests.agents.readings import Read


@pytest.mark.parametrize(
    ("relative", "transcript", "session", "child"),
    [
        ("-srv-kiln/5e55.jsonl", "5e55", "5e55", False),
        ("5e55.jsonl", "5e55", "5e55", False),
        ("p/5e55/subagents/agent-ac0f.jsonl", "ac0f", "5e55", True),
        ("p/5e55/subagents/ac0f/subagents/agent-adee.jsonl", "adee", "5e55", True),
        ("p/agent-c0ffee01.jsonl", "c0ffee01", "agent-c0ffee01", True),
        ("p/5e55/subagents/odd.jsonl", "odd", "5e55", True),
        ("subagents/agent-a.jsonl", "a", "agent-a", True),
        ("p/subagents.jsonl", "subagents", "subagents", False),
    ],
)
def test_a_path_says_whose_a_transcript_is(relative: str, transcript: str, session: str, child: bool) -> None:  # noqa: FBT001
    """`<project>/<session>.jsonl`, or a child's file beside or below it."""
    place = claude_code.place(relative)

    assert (transcript, session, child) == (place.transcript, place.session, place.is_subagent)


def test_its_source_is_declared() -> None:
    """Two default folders, one variable that replaces them, and what to look for in each."""
    source = claude_code.SOURCE

    assert ("CLAUDE_CONFIG_DIR", ("~/.claude", "~/.config/claude")) == (source.variable, source.defaults)
    assert ("projects", ".jsonl", ".meta.json") == (source.folder, source.suffix, source.sidecar)


def test_its_readers_are_made_where_they_are_asked_for() -> None:
    """A reader of lines, of totals, and of texts to show."""
    line = b'{"type":"user","message":{"role":"user","content":"Fire."}}'

    assert Read([line]).rejections == []
    assert claude_code.texts(line, 1) == [("user", "Fire.")]
    assert claude_code.totals_reader(Place("t", "s", is_subagent=False)).folds == {}
    assert Reader.__module__ == "tallystick.agents.claude_code.lines"
