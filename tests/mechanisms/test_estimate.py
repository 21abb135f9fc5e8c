"""The host's rule of thumb: UTF-16 units by four, rounded up."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tallystick.mechanisms.estimate import cut, estimate, json_units, of_message, of_messages, units
from tests.mechanisms.making import call, says, thought, user
from tests.tools import find_tool

# what JSON.stringify makes longer than it looks, and numbers whose two spellings differ between languages
VALUES: list[Any] = [
    *("", "plain", 'say "no" \\ yes', "tab\tline\nfeed\x00\x1f\x7f", "é\u2028", "\U0001f600", "half \ud83d and \udc00"),
    *(0, -7, 12345678901234567890, True, False, None),
    *(0.5, -2.25, 1e-6, 1.5e-7, 1.234e-5, 1e-5, -1e-7, 1e21, 1.5e22, 1.7976931348623157e308, 123456.789),
    *([], {}, [1, [2, [3]]], {"a": 1, "b": [None, "c"]}, {"é\n": {"": ""}}),
]


class TestTexts:
    """Texts alone."""

    def test_rounded_up(self) -> None:
        """Nothing is 0, one to four units are one token, five are two."""
        assert [estimate("x" * count) for count in (0, 1, 4, 5, 8)] == [0, 1, 1, 2, 2]

    def test_units_beyond_the_first_plane_are_two(self) -> None:
        """A face is two units for the host, an accented letter one, half a pair one."""
        assert [units(text) for text in ("a", "é", "\U0001f600", "\ud83d")] == [1, 1, 2, 1]

    def test_cut_splits_no_character(self) -> None:
        """Three units of a face and a letter are the letter before it alone."""
        assert [cut("ab\U0001f600", most) for most in (4, 3, 2, 0)] == ["ab\U0001f600", "ab", "ab", ""]


class TestMessages:
    """Whole messages, by role."""

    def test_assistant(self) -> None:
        """Text 4, thinking 8, a call's name 4 and `{"path":"a"}` 12: 28 units, 7 tokens."""
        assert of_message(says(thought("x" * 8), "four", call("c1", path="a"))) == 7

    def test_picture(self) -> None:
        """A picture is 4,800 units in a result, and so in a prompt; its bytes do not count."""
        content = [{"type": "image", "data": "AAAA"}, {"type": "text", "text": "12345"}]

        assert [of_message({"role": role, "content": content}) for role in ("toolResult", "user")] == [1202, 1202]

    def test_others(self) -> None:
        """A text as content; a command with its output; a summary; a prompt by sections; a role nobody knows."""
        messages: list[Any] = [
            {"role": "custom", "content": "12345"},  # 2
            {"role": "bashExecution", "command": "ls", "output": "abc"},  # 2
            {"role": "compactionSummary", "summary": "1234"},  # 1
            {
                "role": "system",
                "content": "",
                "sections": {"a": "1234", "b": "1"},
                "toolsAdded": ["x"],
            },  # 5 + 5 units: 3
            {"role": "nobody", "content": "1234"},
        ]

        assert [of_message(message) for message in messages] == [2, 2, 1, 3, 0]

    def test_each_is_rounded_for_itself(self) -> None:
        """Two prompts of one letter are two tokens."""
        assert of_messages([user("a"), user("b")]) == 2

    @pytest.mark.parametrize(
        "broken",
        [
            {},
            {"role": "assistant"},
            {"role": "assistant", "content": "text"},
            {"role": "assistant", "content": [None, 3, {"type": "text"}, {"type": "toolCall", "name": 7}]},
            {"role": "user", "content": [{"type": "text", "text": None}]},
            {"role": "bashExecution"},
            {"role": "system", "sections": [], "toolsAdded": None},
            {"role": ["user"]},
            {"role": "user", "content": [{"type": ["text"]}]},
            {"role": "assistant", "content": [{"type": {}}]},
        ],
    )
    def test_broken_messages_count_nothing(self, broken: Any) -> None:
        """What has no text has no tokens, and nothing is raised."""
        assert of_message(broken) == 0


class TestJson:
    """How long JSON is."""

    def test_by_hand(self) -> None:
        """Quotes, escapes and separators, each counted on paper."""
        assert [json_units(value) for value in ("", 'a"b', "\n", "\x01", "\U0001f600", "\ud83d")] == [2, 6, 4, 8, 4, 8]
        assert [json_units(value) for value in ([], [1, 2], {"a": 1, "b": None})] == [2, 5, 16]
        # 0.5, 0.0000015, 1.5e-7, 1e+21, 100000000000000000
        assert [json_units(value) for value in (0.5, 1.5e-6, 1.5e-7, 1e21, 1e17)] == [3, 9, 6, 5, 18]
        assert [json_units(value) for value in (float("inf"), float("nan"), object())] == [4, 4, 4]

    @pytest.mark.needs("node")
    def test_as_the_host_writes_it(self) -> None:
        """The host's own language agrees on every value, to the unit."""
        script = "console.log(JSON.stringify(JSON.parse(process.argv[1]).map(one => JSON.stringify(one).length)))"
        command = ["node", "-e", script, "--", json.dumps(VALUES)]
        said = subprocess.run(command, capture_output=True, text=True, check=True)

        assert [json_units(value) for value in VALUES] == json.loads(said.stdout)


@pytest.mark.needs("pi")
def test_messages_as_the_host_estimates_them() -> None:
    """Pi's own function, on every kind of message."""
    messages = [
        user("é\U0001f600" * 7),
        says(thought("why"), "because", call("c1", "write", path="a\n", content='"\u2028\ud83d"', mode=0.5, deep=[{}])),
        {"role": "toolResult", "content": [{"type": "image"}, {"type": "text", "text": "abc"}, {"type": "text"}]},
        {"role": "custom", "content": "12345"},
        {"role": "bashExecution", "command": "ls", "output": "abc"},
        {"role": "branchSummary", "summary": "x" * 9},
        {"role": "system", "content": "", "sections": {"a": "1234", "b": ""}, "toolsAdded": [{"name": "x"}]},
    ]
    tree = Path(find_tool("pi") or "") / "node_modules"
    module = tree / "@earendil-works/pi-coding-agent/dist/core/compaction/compaction.js"
    script = (
        f"import({json.dumps(module.as_uri())}).then(m =>"
        " console.log(JSON.stringify(JSON.parse(process.argv[1]).map(one => m.estimateTokens(one)))))"
    )
    said = subprocess.run(
        [tree / ".bin/node", "-e", script, "--", json.dumps(messages)], capture_output=True, text=True, check=True
    )

    assert [of_message(message) for message in messages] == json.loads(said.stdout)
