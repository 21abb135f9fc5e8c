"""Our hooks go into a text behind those of others, and come out again; every other byte stays where it was."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tallystick.host import hooks_stub
from tallystick.host.hooks_text import ours, with_ours, without_ours

OURS = hooks_stub.command("/root", "session-start")
GROUP: dict[str, object] = {"matcher": "Bash", "hooks": [{"type": "command", "command": OURS, "timeout": 15}]}
TEXT = json.dumps(GROUP)
WANTED = [("SessionStart", GROUP), ("PostToolUse", GROUP)]
THEIRS = '{"hooks": [{"type": "command", "command": "echo"}]}'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{}", f'{{\n  "hooks": {{\n    "SessionStart": [{TEXT}],\n    "PostToolUse": [{TEXT}]\n  }}\n}}'),
        ('{"a":1}', f'{{"a":1,"hooks":{{"SessionStart":[{TEXT}],"PostToolUse":[{TEXT}]}}}}'),
        (
            f'{{"hooks": {{"SessionStart": [{THEIRS}, {THEIRS}]}}, "a": 1}}',
            f'{{"hooks": {{"SessionStart": [{THEIRS}, {THEIRS}, {TEXT}], "PostToolUse": [{TEXT}]}}, "a": 1}}',
        ),
        (
            f'{{\n "hooks": {{\n  "PostToolUse": [\n   {THEIRS}\n  ],\n  "Stop": []\n }}\n}}\n',
            f'{{\n "hooks": {{\n  "PostToolUse": [\n   {THEIRS},\n   {TEXT}\n  ],\n  "Stop": [],\n  "SessionStart": [{TEXT}]\n }}\n}}\n',
        ),
        (
            f'{{\r\n\t"hooks": {{"PostToolUse": [\r\n\t\t{THEIRS}\r\n\t]}}\r\n}}',
            f'{{\r\n\t"hooks": {{"PostToolUse": [\r\n\t\t{THEIRS},\r\n\t\t{TEXT}\r\n\t], "SessionStart": [{TEXT}]}}\r\n}}',
        ),
    ],
)
def test_there_and_back(before: str, after: str) -> None:
    """In the style of what is there."""
    assert after == with_ours(before, WANTED)
    assert without_ours(after).split() == before.split()
    assert sorted(ours(json.loads(after))) == [("PostToolUse", OURS), ("SessionStart", OURS)]
    assert ours(json.loads(before)) == []


def test_what_is_empty_goes_with_ours() -> None:
    """Lists and objects that nothing else is in; one that held nothing before is not known any more."""
    assert without_ours(with_ours("{}", WANTED)) == "{}"
    assert without_ours(with_ours('{"hooks": {}}', WANTED)) == "{}"
    assert without_ours(with_ours('{"hooks": {"SessionStart": []}, "a": 1}', WANTED)) == '{ "a": 1}'
    assert with_ours("", WANTED) == with_ours("{}", WANTED) + "\n"


ENTRY = json.dumps({"type": "command", "command": OURS})
ECHO = '{"type": "command", "command": "echo"}'


@pytest.mark.parametrize(
    ("groups", "left"),
    [
        (f'[{{"hooks": [{ENTRY}, {ECHO}]}}]', f'[{{"hooks": [{ECHO}]}}]'),
        (f'[{{"hooks": [{ECHO},{ENTRY}], "x": 1}}, {THEIRS}]', f'[{{"hooks": [{ECHO}], "x": 1}}, {THEIRS}]'),
        (f'[{{"hooks": [{ECHO}, {ENTRY}, {ECHO}]}}]', f'[{{"hooks": [{ECHO}, {ECHO}]}}]'),
        (f"[ {TEXT}, {THEIRS}, {TEXT} ]", f"[ {THEIRS} ]"),
        (f"[{THEIRS}, {TEXT}, {THEIRS}]", f"[{THEIRS}, {THEIRS}]"),
        (f"[\n 7,\n {TEXT},\n null]", "[\n 7,\n null]"),
        (f"[{{}}, [], {TEXT}]", "[{}, []]"),
    ],
)
def test_ours_among_others(groups: str, left: str) -> None:
    """Ours goes, and theirs stays as it was written."""
    text = '{{"hooks": {{"PostToolUse": {0}}}}}'

    assert without_ours(text.format(groups)) == text.format(left)


@pytest.mark.parametrize(
    "text", ["", " ", "{}", '{"hooks": 7}', '{"hooks": {"Stop": 7, "A": [7, {"hooks": 7}]}}', '{"a": 1}']
)
def test_none_of_ours(text: str) -> None:
    """Nothing is touched."""
    assert text == without_ours(text)


@pytest.mark.parametrize(
    "settings", [None, [], {}, {"hooks": []}, {"hooks": {"A": 7, "B": [7, {"hooks": [7, {"command": 7}]}]}}]
)
def test_odd_settings_have_none(settings: Any) -> None:
    """Of whatever kind."""
    assert ours(settings) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"hooks": []}', '"hooks" is not an object'),
        ('{"hooks": {"PostToolUse": {}}}', '"PostToolUse" in "hooks" is not a list'),
    ],
)
def test_no_place_for_ours(text: str, fault: str) -> None:
    """The fault is named."""
    with pytest.raises(ValueError, match=fault):
        with_ours(text, WANTED)
