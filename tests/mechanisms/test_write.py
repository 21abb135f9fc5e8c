"""Written files give way to facts, and what is booked for that."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.mechanisms import write
from tallystick.mechanisms.records import Ask
from tests.mechanisms.making import Json, call, fact, result, says, switches, told, user

USUAL = switches()
CONTENT = "x = 1\n" * 100  # 600 characters: 150 tokens, 101 lines


def ask_about(content: str = CONTENT, path: str = "a.py") -> Ask:
    """The question about a write that gives way."""
    ask = write.begin(told("w1", "write", "ok", path=path, content=content), USUAL)
    assert ask is not None
    return ask


class TestWhichWrites:
    """What gives way at all."""

    def test_from_400_characters(self) -> None:
        """Characters, whatever the switch is called: 200 faces are 400 UTF-16 units."""
        sizes = ["x" * 399, "x" * 400, "\U0001f600" * 199, "\U0001f600" * 200]
        asked = [write.begin(told("w1", "write", path="a", content=one), USUAL) for one in sizes]

        assert [ask is not None for ask in asked] == [False, True, False, True]

    @pytest.mark.parametrize(
        "told_of",
        [
            told("w1", "edit", path="a", content=CONTENT),
            told("w1", "write", path="a", content=CONTENT, is_error=True),
            told("w1", "write", content=CONTENT),
            told("w1", "write", path="a"),
            told("w1", "write", path=3, content=[CONTENT]),
            {"toolName": "write"},
            {**told("w1", "write", path="a", content=CONTENT), "toolCallId": None},
        ],
    )
    def test_others_are_left_alone(self, told_of: Json) -> None:
        """Other tools, failures, what has no path, no content or no call."""
        assert write.begin(told_of, USUAL) is None

    def test_question(self) -> None:
        """4,000 characters of the file, path and number of lines."""
        ask = ask_about("y" * 5000)

        assert (ask.max_tokens, ask.timeout_ms) == (32, 20_000)
        assert ask.content == f"<content>\n{'y' * 4000}\n</content>"
        assert "[Wrote a.py — WHAT IT IS FOR, ~1 lines]" in ask.prompt


class TestNormalising:
    """A model's reply becomes one line."""

    @pytest.mark.parametrize(
        ("reply", "expected"),
        [
            ("[Wrote a.py — sets x, ~101 lines]", "[Wrote a.py — sets x, ~101 lines]"),
            ("```\n[Wrote a.py —\n  sets x]\n```", "[Wrote a.py — sets x]"),
            ("a.py sets x", "[Wrote a.py sets x]"),
            ("Here it is: [Wrote a.py — sets x", "[Wrote a.py — sets x]"),
            ("", ""),
            ("```\n```", ""),
            ("[Wrote ]", ""),
        ],
    )
    def test_reply(self, reply: str, expected: str) -> None:
        """Fences and line breaks go, the brackets are there; nothing in it is nothing."""
        assert write.normalise(reply) == expected

    def test_at_most_220_characters(self) -> None:
        """Cut with three dots, and closed; 220 are left alone."""
        whole = "[Wrote " + "y" * 212 + "]"
        assert write.normalise(whole) == whole
        found = write.normalise("[Wrote " + "y" * 300 + "]")

        assert len(found) == 220
        assert found.endswith("y...]")

    def test_characters_are_the_host_s(self) -> None:
        """A pot is two UTF-16 units: 7 + 106 x 2 + 1 = 220 are left alone; of more, 216 and no half pot are kept."""
        pot = "\U0001f3fa"

        assert f"[Wrote {pot * 106}]" == write.normalise(f"[Wrote {pot * 106}]")
        assert f"[Wrote {pot * 104}...]" == write.normalise(f"[Wrote {pot * 107}]")
        assert f"[Wrote a — {pot * 80}, ~1 lines]" == write.describe("a", f'"""{pot * 99}"""')
        assert f"[Wrote a — class {pot * 77}, ~1 lines]" == write.describe("a", f"class {pot * 99}")
        assert "[Wrote a, ~1 lines]" == write.describe("a", f"# {pot * 81}")


class TestDescribing:
    """Nobody worded it: the file speaks for itself."""

    @pytest.mark.parametrize(
        ("content", "what"),
        [
            ('"""Sets x.\n\nAnd more."""\nx = 1', "Sets x."),
            ("'''\n  Sets y.\n'''\n", "Sets y."),
            ('"""never closed\n# a comment\n', "a comment"),
            ('"""' + "z" * 200 + '"""', "z" * 160),
            (" " * 2000 + '"""Too far down."""\n# near enough', "near enough"),
            ("#!/bin/sh\n# ok\n# Starts the kiln.\n", "Starts the kiln."),
            ("import os\nclass Kiln:\n    pass", "class Kiln:"),
            ("export const x = 1", "export const x = 1"),
            ("function fire() {}", "function fire() {}"),
            ("classic = 1", ""),
            ("# four\n# Clays", "Clays"),
            ("# fou\n# clay\n# " + "z" * 161 + "\n# " + "z" * 160, "z" * 160),
            (" " * 1997 + '"""Last place."""', "Last place."),
            (" " * 1998 + '"""Too far down."""', ""),
            ('""""""\n# Not empty.', "Not empty."),
            ("def " + "z" * 200, "def " + "z" * 156),
            ("", ""),
        ],
    )
    def test_what(self, content: str, what: str) -> None:
        """Docstring, else first comment of 5 to 160 characters, else first definition, else nothing."""
        said = f" — {what}" if what else ""

        assert write.describe("a.py", content) == f"[Wrote a.py{said}, ~{content.count(chr(10)) + 1} lines]"


class TestFinishing:
    """A fact, and the message that the host is given."""

    def test_reply(self) -> None:
        """150 tokens of content; a fact of 33 characters is 9."""
        made, outcome = write.finish(ask_about(), "[Wrote a.py — sets x, ~101 lines]")

        assert made is not None
        assert (made.original_tokens, made.fact_tokens, made.saved) == (150, 9, 141)
        assert outcome.inject == {
            "customType": "ctxwm-fact",
            "content": "[Wrote a.py — sets x, ~101 lines]",
            "display": True,
            "details": {"path": "a.py", "toolCallId": "w1"},
        }
        assert outcome.events == ()
        (change,) = outcome.changes
        assert (change.mechanism, change.surface, change.before) == ("write_fact", "injected_message", "")

    @pytest.mark.parametrize("reply", [None, "", "``````"])
    def test_without_reply(self, reply: str | None) -> None:
        """The heuristics word it."""
        made, _ = write.finish(ask_about("# Sets x.\n" + CONTENT), reply)

        assert made is not None
        assert made.text == "[Wrote a.py — Sets x., ~102 lines]"

    def test_fact_that_is_as_long(self) -> None:
        """24 characters of each: 6 tokens for 6 are no saving."""
        ask = write.begin(told("w1", "write", path="a.py", content="x" * 24), switches(WRITE_MIN_BYTES=0))
        assert ask is not None

        assert write.finish(ask, "[Wrote a.py — sets x, x]")[0] is None

    def test_fact_that_is_not_shorter(self) -> None:
        """Nothing is put in, nothing saved."""
        ask = write.begin(told("w1", "write", path="a.py", content="x"), switches(WRITE_MIN_BYTES=0))
        assert ask is not None

        made, outcome = write.finish(ask, None)

        assert (made, outcome.is_empty) == (None, True)

    def test_events(self) -> None:
        """What is written down when the content goes, and when the host did not take the fact."""
        made, _ = write.finish(ask_about(), "[Wrote a.py — sets x, ~101 lines]")
        assert made is not None

        assert made.event() == {
            "kind": "write",
            "toolCallId": "w1",
            "path": "a.py",
            "originalTokens": 150,
            "factTokens": 9,
            "saved": 141,
            "fact": "[Wrote a.py — sets x, ~101 lines]",
        }
        assert made.failure() == {"kind": "write-inject-failed", "toolCallId": "w1", "path": "a.py"}


class TestStripping:
    """The content goes where its fact is in the list, and nowhere else."""

    def test_with_its_fact(self) -> None:
        """The argument is gone, the call, its path and its result are not."""
        written = call("w1", "write", path="a.py", content=CONTENT)
        messages = [user(), says("Writing.", written), result("w1", "ok", "write"), fact("w1"), says("done"), user()]

        outcome, gone = write.strip(messages)

        assert gone == ["w1"]
        stripped = says("Writing.", call("w1", "write", path="a.py"))
        assert outcome.messages == [messages[0], stripped, *messages[2:]]
        assert outcome.edits == ((1, stripped),)
        assert written["arguments"]["content"] == CONTENT
        (change,) = outcome.changes
        assert (change.mechanism, change.surface, change.count) == ("write_strip", "context_render", 1)
        assert change.before == messages

    @pytest.mark.parametrize(
        "messages",
        [
            [says(call("w1", "write", path="a", content=CONTENT)), result("w1")],  # no fact
            [fact("w1"), says(call("w1", "write", path="a", content=CONTENT))],  # a fact from before
            [says(call("w1", "edit", path="a", content=CONTENT)), fact("w1")],  # another tool
            [says(call("w1", "write", path="a")), fact("w1")],  # it has gone already
            [says(call("w2", "write", path="a", content=CONTENT)), fact("w1")],  # another call
            [says({"type": "toolCall", "id": "w1", "name": "write"}), fact("w1")],
            [{"role": "user", "content": [call("w1", "write", content="x")]}, fact("w1")],
            [says(call("w1", "write", content="x")), {"customType": "ctxwm-fact", "details": None}],
            [says(call("w1", "write", content="x")), {"customType": "ctxwm-fact", "details": {"toolCallId": 1}}],
        ],
    )
    def test_without(self, messages: list[Any]) -> None:
        """Nothing is stripped, and nothing said."""
        outcome, gone = write.strip(messages)

        assert (outcome.is_empty, gone) == (True, [])

    def test_calls_of_one_id(self) -> None:
        """Some servers begin anew with their ids: each fact is of the last call before it, and one without keeps all."""
        writes = [says(call("w1", "write", path=path, content=CONTENT)) for path in "abc"]
        messages = [writes[0], result("w1"), fact("w1"), writes[1], result("w1"), writes[2], result("w1"), fact("w1")]

        outcome, gone = write.strip(messages)

        assert ["w1", "w1"] == gone
        bare = [says(call("w1", "write", path=path)) for path in "ac"]
        assert ((0, bare[0]), (5, bare[1])) == outcome.edits

    def test_calls_of_one_id_in_one_message(self) -> None:
        """The last of them, of which alone it is sure that something is said of it."""
        twice = says(call("w1", "write", path="a", content=CONTENT), call("w1", "write", path="b", content=CONTENT))
        outcome, _ = write.strip([twice, fact("w1")])

        assert ((0, says(twice["content"][0], call("w1", "write", path="b"))),) == outcome.edits

    def test_several(self) -> None:
        """Each write with its own fact, in one message or in several."""
        first = says(call("w1", "write", path="a", content="1"), call("w2", "write", path="b", content="2"))
        second = says(call("w3", "write", path="c", content="3"))

        _, gone = write.strip([first, fact("w2"), second, fact("w3"), fact("w9")])

        assert gone == ["w2", "w3"]
