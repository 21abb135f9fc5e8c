"""Digests of long outputs, and what is booked for them."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tallystick.mechanisms import bash
from tallystick.mechanisms.estimate import estimate
from tallystick.mechanisms.records import Ask, Outcome
from tests.mechanisms.making import Json, switches, told

USUAL = switches()
LONG = "line\n" * 1600  # 8,000 characters: 2,000 tokens


def ask_about(output: str = LONG, **given: Any) -> Ask:
    """The question about an output that is digested."""
    ask = bash.begin(told("c1", "bash", output, command="make", **given), USUAL)
    assert ask is not None
    return ask


def finish(ask: Ask, reply: str | None, digest: Any = None) -> Outcome:
    """What becomes of the output."""
    return bash.finish(ask, reply, USUAL, digest)


class TestWhichOutputs:
    """Which results are digested at all."""

    def test_exactly_the_least_is_digested(self) -> None:
        """2,000 tokens are 8,000 characters; 7,996 are 1,999."""
        assert bash.begin(told("c1", "bash", "x" * 8000), USUAL)
        assert bash.begin(told("c1", "bash", "x" * 7996), USUAL) is None

    def test_notes_do_not_count_towards_the_size(self) -> None:
        """7,970 characters and a note of 74 are 2,011 tokens; with 19 in place of the note they are 1,998."""
        note = "\n[Showing lines 1-9 of 99. Full output: /tmp/pi-bash-0123456789abcdef.log]"

        assert estimate("x" * 7970 + note) == 2011
        assert bash.begin(told("c1", "bash", "x" * 7970 + note), USUAL) is None

    @pytest.mark.parametrize(
        "told_of",
        [
            told("c1", "read", LONG),
            told("c1", "bash", LONG, is_error=True),
            told("c1", "bash", " \n" * 9000),
            {"toolName": "bash"},
            {"toolName": "bash", "content": [None]},
        ],
    )
    def test_others_are_left_alone(self, told_of: Json) -> None:
        """Other tools, failures, blank outputs and none."""
        assert bash.begin(told_of, USUAL) is None


class TestSanitizing:
    """The host says that it cut an output, and where the whole of it lies."""

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("a [Output truncated: 9 of 99 lines. Full output saved to: /tmp/o.log] b", "a [output discarded] b"),
            ("Full output saved to: /tmp/o.log", "[output discarded]"),
            ("[Output truncated: too long]", ""),
            ("[Output truncated. Full output: /tmp/o.log]", "[output discarded]"),
            ("[Showing lines 3-9 of 99 (50.0KB limit). Full output: /tmp/o.log]", "[output discarded]"),
            ("[Showing lines 3-9]", "[Showing lines 3-9]"),
            ("plain", "plain"),
        ],
    )
    def test_notes_of_the_host(self, text: str, expected: str) -> None:
        """Each way in which a host says that an output was cut."""
        assert bash.sanitize(text) == expected

    def test_goes_first(self) -> None:
        """The model that condenses is not told where the whole output lies."""
        ask = ask_about(LONG + "[Output truncated. Full output: /tmp/o.log]")

        assert "/tmp/o.log" not in ask.text
        assert "[output discarded]" in ask.content

    def test_hostile_lines_are_quick(self) -> None:
        """A note that begins a hundred thousand times and never ends."""
        start = time.process_time()
        for text in ("[Showing " * 100_000, "[Output truncated " * 100_000, "[Showing Full output: " * 100_000):
            assert bash.sanitize(text) == text

        assert time.process_time() - start < 5


class TestAsking:
    """What the auxiliary model is asked."""

    def test_question(self) -> None:
        """The command and the output, in 1,024 tokens and 20 seconds, aiming at 2,000 characters."""
        ask = ask_about()

        assert (ask.mechanism, ask.max_tokens, ask.timeout_ms) == ("bash", 1024, 20_000)
        assert ask.content == f"Command: make\n\n<output>\n{LONG}\n</output>"
        assert "2000 characters at most" in ask.prompt

    def test_small_digests_aim_lower(self) -> None:
        """Four characters for each token that is allowed."""
        ask = bash.begin(told("c1", "bash", LONG), switches(BASH_MAX_SUMMARY_TOKENS=100))

        assert ask is not None
        assert "400 characters at most" in ask.prompt


class TestDigest:
    """A reply came."""

    def test_reply(self) -> None:
        """2,000 tokens become 2: 1,998 saved, once, and the transformation holds both texts."""
        outcome = finish(ask_about(), " - built \n")

        assert outcome.content == [{"type": "text", "text": "- built"}]
        assert outcome.details == {"summarized": True, "originalTokens": 2000, "summaryTokens": 2}
        assert outcome.events == (
            {
                "kind": "bash",
                "toolCallId": "c1",
                "command": "make",
                "originalTokens": 2000,
                "summaryTokens": 2,
                "saved": 1998,
            },
        )
        (change,) = outcome.changes
        assert (change.mechanism, change.surface, change.before, change.after) == (
            "bash_digest",
            "tool_output",
            LONG,
            "- built",
        )

    def test_counts_the_output_as_it_came(self) -> None:
        """With a note of 44 characters, 11 tokens, that the digest does without as well."""
        note = "[Output truncated. Full output: /tmp/ab.log]"
        outcome = finish(ask_about(LONG + note), "- built")

        assert len(note) == 44

        assert outcome.events[0]["originalTokens"] == 2011

    def test_longer_digest_counts_0_and_is_not_used(self) -> None:
        """Neither one that is longer nor one that is as long; the event says what was booked."""
        for reply in ("y" * 9000, "y" * 8000):
            outcome = finish(ask_about(), reply)

            assert (outcome.content, outcome.changes) == (None, ())
            assert [(event["kind"], event["saved"]) for event in outcome.events] == [("bash", 0)]

    def test_details_lose_the_way_to_the_whole(self) -> None:
        """What the host says of its cut goes, the rest stays."""
        given = {**told("c1", "bash", LONG), "details": {"fullOutputPath": "/tmp/o", "truncation": {}, "exit": 0}}
        ask = bash.begin(given, USUAL)
        assert ask is not None

        assert finish(ask, "- ok").details == {
            "exit": 0,
            "summarized": True,
            "originalTokens": 2000,
            "summaryTokens": 1,
        }

    def test_pictures_stay(self) -> None:
        """Only text gives way to text."""
        picture = {"type": "image", "data": "AAAA"}
        given = told("c1", "bash", LONG)
        ask = bash.begin({**given, "content": [picture, *given["content"]]}, USUAL)
        assert ask is not None

        assert finish(ask, "- ok").content == [{"type": "text", "text": "- ok"}, picture]

    def test_nothing_is_changed_in_place(self) -> None:
        """What the host told is as it was."""
        given = {**told("c1", "bash", LONG), "details": {"truncation": {}}}
        ask = bash.begin(given, USUAL)
        assert ask is not None
        finish(ask, "- ok")

        assert given == {**told("c1", "bash", LONG), "details": {"truncation": {}}}


class TestWithoutReply:
    """No model, no key, an error, too late, or nothing in it."""

    @pytest.mark.parametrize("reply", [None, "", " \n"])
    def test_filters_make_the_digest(self, reply: str | None) -> None:
        """They are given the command and the sanitized output, and their text is booked like a model's."""
        given: list[tuple[str, str]] = []

        def digest(command: str, text: str) -> str:
            given.append((command, text))
            return "2 passed"

        outcome = finish(ask_about(), reply, digest)

        assert given == [("make", LONG)]
        assert outcome.content == [{"type": "text", "text": "2 passed"}]
        assert [(event["kind"], event["saved"]) for event in outcome.events] == [("bash", 1998)]

    @pytest.mark.parametrize("digest", [None, lambda command, text: text, lambda command, text: ""])
    def test_else_the_end_is_kept(self, digest: Any) -> None:
        """119 lines of five characters and an empty one, 595 in all, and a note of 71 on a line of its own."""
        outcome = finish(ask_about(), None, digest)

        (content,) = outcome.content or []
        kept, _, note = content["text"].rpartition("\n")  # type: ignore[index]
        assert kept == "\n".join([*["line"] * 119, ""])
        assert note == "[tally: no digest could be made; these are the last 595 of 8,000 bytes]"
        after = estimate(content["text"])  # type: ignore[index]
        assert after == 167  # 667 characters
        assert outcome.details == {"summarized": False, "originalTokens": 2000, "fallbackTokens": after}
        assert outcome.events == (
            {
                "kind": "bash-fallback",
                "toolCallId": "c1",
                "originalTokens": 2000,
                "fallbackTokens": after,
                "saved": 2000 - after,
            },
        )
        assert outcome.changes[0].mechanism == "bash_tail"

    def test_end_by_bytes(self) -> None:
        """3,000 bytes of one long line, no character split: 1,500 letters of two bytes, and not half of one."""
        assert bash.tail("é" * 9000, 3000) == "é" * 1500
        assert bash.tail("é" * 9000, 2999) == "é" * 1499
        assert bash.tail("short", 3000) == "short"

    def test_longer_end_counts_0_and_is_not_used(self) -> None:
        """Where little is digested, the note alone is longer."""
        ask = bash.begin(told("c1", "bash", "short"), switches(BASH_MIN_TOKENS=0))
        assert ask is not None
        outcome = finish(ask, None)

        assert outcome.content is None
        assert [(event["kind"], event["saved"]) for event in outcome.events] == [("bash-fallback", 0)]

    def test_command_may_be_missing(self) -> None:
        """A host that says no command, or nonsense, has an empty one."""
        assert [bash.command({"input": said}) for said in (None, {}, {"command": 3}, {"command": "ls"})] == [
            "",
            "",
            "",
            "ls",
        ]
