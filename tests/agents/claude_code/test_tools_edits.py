"""Edits, packed for the index."""

from __future__ import annotations

from tallystick.accounting.digests import key
from tests.agents.claude_code.test_tools import AFTER, BEFORE, calls, decoders


@decoders
def test_several_edits_in_one_call_are_one_edit(*, typed: bool) -> None:
    """Their texts are joined; one without a text, or none at all, has no keys."""
    edits = [{"old_string": "cone", "new_string": "pyramid"}, {"old_string": "hot", "new_string": "cold"}]
    (found,) = calls("MultiEdit", typed=typed, file_path="/srv/a.txt", edits=edits).calls
    (partial,) = calls("MultiEdit", typed=typed, file_path="/srv/a.txt", edits=[{"old_string": "a"}, 5]).calls
    (none,) = calls("MultiEdit", typed=typed, file_path="/srv/a.txt", edits=[]).calls

    assert (key("cone\0hot"), key("pyramid\0cold")) == (found[BEFORE], found[AFTER])
    assert (0, 0) == (partial[BEFORE], partial[AFTER])
    assert (0, 0) == (none[BEFORE], none[AFTER])
