"""Events whose values are of any kind."""

from __future__ import annotations

import json

import pytest

from tallystick.hooks.payload import answered, part, text


@pytest.mark.parametrize("odd", [None, 7, True, [], {"a": 1}])
def test_what_is_no_text_says_nothing(odd: object) -> None:
    """Neither does what is missing."""
    assert ["", ""] == [text({"key": odd}, "key"), text({}, "key")]


@pytest.mark.parametrize("odd", [None, 7, True, [], "x"])
def test_what_is_no_object_is_empty(odd: object) -> None:
    """So is what is missing."""
    assert [{}, {}] == [part({"key": odd}, "key"), part({}, "key")]


def test_an_answer() -> None:
    """One line of ASCII, as the client reads it."""
    line = answered("PreToolUse", permissionDecision="deny", permissionDecisionReason="né\n\udcff")

    assert line.isascii()
    assert line.count(b"\n") == 1
    assert json.loads(line) == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "né\n\udcff",
        }
    }
