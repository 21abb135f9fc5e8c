"""Which results leave the context, and what that is counted at."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.mechanisms import amnesia
from tallystick.mechanisms.estimate import of_messages
from tests.mechanisms.making import Json, call, fact, result, says, switches, thought, told, user

USUAL = switches()
ROUND = [says(call("a", path="a.py")), result("a")]


def ids(messages: list[Json], *drop: str) -> list[str]:
    """The results that leave the end of a list."""
    return amnesia.droppable(messages, set(drop))


class TestWhichResults:
    """What is judged at all."""

    @pytest.mark.parametrize("tool", sorted(amnesia.TOOLS))
    def test_eligible_tools(self, tool: str) -> None:
        """Five tools that only look; 250 tokens are 1,000 characters."""
        assert amnesia.begin(told("c1", tool, "x" * 997), USUAL)
        assert amnesia.begin(told("c1", tool, "x" * 996), USUAL) is None

    @pytest.mark.parametrize(
        "told_of",
        [
            told("c1", "bash", "x" * 9000),
            told("c1", "edit", "x" * 9000),
            told("c1", "read", "x" * 9000, is_error=True),
            told("c1", "read", " \n" * 9000),
            {**told("c1", "read", "x" * 9000), "toolCallId": None},
        ],
    )
    def test_others_are_left_alone(self, told_of: Json) -> None:
        """Other tools, failures, blank results, a result of nobody's call."""
        assert amnesia.begin(told_of, USUAL) is None

    def test_question(self) -> None:
        """The tool, what it was called with, and 6,000 characters of the result."""
        ask = amnesia.begin(told("c1", "read", "x" * 7000, path="é.py"), USUAL)

        assert ask is not None
        assert (ask.max_tokens, ask.timeout_ms) == (24, 20_000)
        assert ask.content.startswith('Tool: read\nArguments: {"path": "é.py"}\n\n<result>\n')
        assert ask.content.endswith("x…[1,000 characters left out]\n</result>".replace("x…", "x\n…"))

    def test_characters_of_a_result_are_the_host_s(self) -> None:
        """Of 3,500 pots of two UTF-16 units each, 3,000 are shown and 1,000 units are not."""
        ask = amnesia.begin(told("c1", "read", "\U0001f3fa" * 3500), USUAL)

        assert ask is not None
        assert ask.content.endswith("\n…[1,000 characters left out]\n</result>")
        assert 3000 == ask.content.count("\U0001f3fa")


class TestDeciding:
    """What a reply means."""

    @pytest.mark.parametrize(
        "reply",
        [
            '{"decision": "DROP"}',
            ' {"decision":"DROP","why":"raw"}\n',
            '```json\n{"decision": "DROP"}\n```',
            '```{"decision":"DROP"}```',
        ],
    )
    def test_drop(self, reply: str) -> None:
        """One JSON object with exactly that decision, fences around it or not."""
        assert amnesia.decide(reply) == "DROP"

    @pytest.mark.parametrize(
        "reply",
        [
            *(
                None,
                "",
                "{",
                "DROP",
                "I would DROP this.",
                '{"decision": "drop"}',
                '{"decision": true}',
                '["DROP"]',
                "null",
            ),
            *('{"decision": "RETAIN"}', 'Sure: {"decision": "DROP"}', '{"decision": "DROP"} or not', "[" * 100_000),
        ],
    )
    def test_malformed_reply_retains(self, reply: str | None) -> None:
        """No reply, no JSON, something around it, another word: in doubt the result stays."""
        assert amnesia.decide(reply) == "RETAIN"

    def test_event(self) -> None:
        """The decision with the size of the result: 1,200 characters are 300 tokens."""
        ask = amnesia.begin(told("c1", "grep", "x" * 1200), USUAL)
        assert ask is not None

        decision, outcome = amnesia.finish(ask, '{"decision":"DROP"}')

        assert decision == "DROP"
        assert outcome.events == (
            {"kind": "amnesia-tag", "toolCallId": "c1", "tool": "grep", "decision": "DROP", "tokens": 300},
        )
        assert outcome.content is outcome.messages is None


class TestDroppable:
    """Only the end of a list, only whole."""

    def test_round(self) -> None:
        """A call and its result at the end go."""
        assert ids([user(), *ROUND], "a") == ["a"]

    def test_rounds(self) -> None:
        """So do several rounds, in the order in which they came."""
        assert ids([user(), *ROUND, says(thought(), call("b")), result("b")], "a", "b") == ["a", "b"]

    def test_retain_adds_nothing(self) -> None:
        """A result that nobody dropped stays."""
        assert ids([user(), *ROUND]) == []

    def test_drop_that_is_not_at_the_end_stays(self) -> None:
        """Something already follows it: another round, a word, a prompt, a fact."""
        for after in ([says(call("b")), result("b")], [says("done")], [says("done"), user()], [user()], [fact("w")]):
            assert ids([user(), *ROUND, *after], "a") == []

    def test_kept_first_dropped_last(self) -> None:
        """The last result of a round goes alone."""
        assert ids([user(), says(call("a"), call("b")), result("a"), result("b")], "b") == ["b"]

    def test_dropped_first_kept_last(self) -> None:
        """A result that stands behind it keeps it."""
        assert ids([user(), says(call("a"), call("b")), result("a"), result("b")], "a") == []

    def test_round_with_words_stays(self) -> None:
        """Without the call the words would end the request, and the model would be asked to continue them."""
        assert ids([user(), says("Looking.", call("a")), result("a")], "a") == []
        assert ids([user(), says("Looking.", call("a"), call("b")), result("a"), result("b")], "a", "b") == ["b"]

    def test_blank_words_are_none(self) -> None:
        """Providers refuse them, hosts leave them out."""
        assert ids([user(), says(" \n", thought(), call("a")), result("a")], "a") == ["a"]

    def test_unknown_blocks_are_words(self) -> None:
        """What we do not know is not removed."""
        assert ids([user(), says({"type": "audio"}, call("a")), result("a")], "a") == []

    def test_something_must_be_left(self) -> None:
        """Rounds without a prompt before them stay, or the request would be empty or end with the model's words."""
        assert ids([*ROUND], "a") == []
        assert ids([{"role": "system", "content": ""}, *ROUND], "a") == []
        assert ids([user(), says("done"), *ROUND], "a") == []
        assert ids([user(), says("done"), *ROUND, says(call("b")), result("b")], "a", "b") == ["b"]

    @pytest.mark.parametrize(
        "messages",
        [
            [user(), result("a")],  # no call
            [user(), says(call("a")), says(call("a")), result("a")],  # two calls
            [user(), says(call("a")), result("a"), result("a")],  # two results
            [user(), result("a"), says(call("a"))],  # the wrong way round
            [user(), says(call("a")), user(), result("a")],  # something between
            [user(), says(call("a"), {"type": "toolCall", "name": "read"}), result("a")],  # another call without an id
            [user(), says(call("a"), call("b")), result("a")],  # another call without a result
            [user(), says(call("b"), call("a")), user(), result("b"), result("a")],  # not behind its call
        ],
    )
    def test_doubtful_pairs_stay(self, messages: list[Json]) -> None:
        """One call, one result, nothing between rounds; else hands off."""
        assert ids(messages, "a") == []

    def test_results_of_two_rounds_mixed_stay(self) -> None:
        """A result that stands in another round's place."""
        messages = [user(), says(call("a")), says(call("b")), result("a"), result("b")]

        assert ids(messages, "a", "b") == []


class TestPrune:
    """What is removed, and by how much the request gets shorter."""

    def test_whole_round(self) -> None:
        """A call of `read` with `{"path":"a.py"}`, 4 + 15 units, is 5 tokens; its result is 300."""
        messages = [user(), *ROUND]

        outcome, gone = amnesia.prune(messages, {"a"})

        assert gone == ["a"]
        assert outcome.messages == [user()]
        assert outcome.edits == ((1, None), (2, None))
        assert outcome.events == (
            {"kind": "amnesia-remove", "saved": 305, "messageCount": 2, "droppedResultIds": ["a"]},
        )
        (change,) = outcome.changes
        assert (change.mechanism, change.surface, change.before, change.after) == (
            "amnesia",
            "context_render",
            messages,
            [user()],
        )

    def test_stripped_call_of_a_message_that_stays_is_counted(self) -> None:
        """The message is 2 x (4 + 12) = 32 units, 8 tokens, and 4 without one of its calls; the result is 300."""
        owner = says(call("a", path="a"), call("b", path="b"))
        messages = [user(), owner, result("a"), result("b")]

        outcome, gone = amnesia.prune(messages, {"b"})

        assert gone == ["b"]
        assert outcome.messages == [user(), says(call("a", path="a")), result("a")]
        assert outcome.events[0]["saved"] == 304
        assert outcome.events[0]["messageCount"] == 1

    def test_stays_removed_and_is_counted_once(self) -> None:
        """Later requests go without it, wherever it stands by then; nothing is added, but each is a change."""
        messages = [user(), *ROUND, says(call("b")), result("b"), says("done")]

        outcome, gone = amnesia.prune(messages, set(), ["a"])

        assert gone == []
        assert outcome.messages == [user(), *messages[3:]]
        assert outcome.events == ()
        assert len(outcome.changes) == 1

    def test_old_and_new_removals(self) -> None:
        """What goes now is counted without what had gone before."""
        messages = [user(), *ROUND, says(call("b")), result("b", "x" * 400)]

        outcome, gone = amnesia.prune(messages, {"b"}, ["a"])

        assert gone == ["b"]
        assert outcome.messages == [user()]
        assert outcome.events == (
            # `read` and `{}`: 6 units, 2 tokens; 100 for the result
            {"kind": "amnesia-remove", "saved": 102, "messageCount": 2, "droppedResultIds": ["b"]},
        )

    def test_later_removal_from_the_same_message(self) -> None:
        """The second of two calls, then the first: what is counted is what the list gets shorter by."""
        messages = [user(), says(call("a", path="a"), call("b", path="b")), result("a"), result("b")]
        first, _ = amnesia.prune(messages, {"b"})
        second, gone = amnesia.prune(messages, {"a"}, ["b"])

        assert gone == ["a"]
        assert second.messages == [user()]
        saved = [one.events[0]["saved"] for one in (first, second)]
        assert saved == [304, 304]
        assert sum(saved) == of_messages(messages) - of_messages([user()])  # type: ignore[arg-type]

    def test_nothing_to_do(self) -> None:
        """No change, no event, no list."""
        outcome, gone = amnesia.prune([user(), *ROUND], {"z"}, ["y"])

        assert (outcome.is_empty, gone) == (True, [])

    def test_another_branch(self) -> None:
        """Where leaving out what had gone would end a request with the model's words, it is there again."""
        messages = [user(), says("Looking.", call("a")), result("a")]

        outcome, gone = amnesia.prune(messages, set(), ["a"])

        assert (outcome.is_empty, gone) == (True, [])

    def test_inputs_stay(self) -> None:
        """Nothing is changed in place, and what stays is shared."""
        owner = says(call("a"), call("b"))
        messages: list[Any] = [user(), owner, result("a"), result("b")]
        copy = [dict(message) for message in messages]

        outcome, _ = amnesia.prune(messages, {"b"})

        assert messages == copy
        assert owner["content"] == [call("a"), call("b")]
        assert outcome.messages is not None
        assert outcome.messages[0] is messages[0]
