"""What is read of messages, whatever their shape."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.mechanisms.messages import awaits_answer, call_id, edited, pairs, result_id, says_nothing, text_of
from tests.mechanisms.making import call, result, says, thought, user


def test_text() -> None:
    """Text blocks each begin a line, a text is itself, anything else is none."""
    content = [{"type": "text", "text": "a"}, {"type": "image", "data": "AA"}, None, {"type": "text", "text": "b"}]

    assert [text_of(one) for one in (content, "as it is", None, [{"type": "text"}])] == ["a\nb", "as it is", "", ""]


def test_ids() -> None:
    """Only calls and results have one."""
    assert [call_id(block) for block in (call("c1"), thought(), None, {"type": "toolCall", "id": 7})] == [
        "c1",
        "",
        "",
        "",
    ]
    assert [result_id(one) for one in (result("c1"), user(), {"role": "toolResult"})] == ["c1", "", ""]


def test_says_nothing() -> None:
    """Thinking and blank text are no words; a call, a picture and anything unknown are not passed over."""
    blocks: list[Any] = [
        thought(),
        {"type": "text", "text": " \n"},
        {"type": "text", "text": "x"},
        call("c1"),
        {},
        None,
    ]

    assert [says_nothing(block) for block in blocks] == [True, True, False, False, False, False]


def test_awaits_answer() -> None:
    """A request may end with a prompt, a result or a note; not with the model's words, a system prompt or a hidden command."""
    hidden = {"role": "bashExecution", "excludeFromContext": True}
    ends: list[Any] = [
        user(),
        result("c1"),
        {"role": "custom"},
        {"role": "bashExecution"},
        says("x"),
        {"role": "system"},
        hidden,
    ]

    assert [awaits_answer(one) for one in ends] == [True, True, True, True, False, False, False]


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([says(call("a"), call("b")), result("a"), result("b")], ["a", "b"]),
        ([result("a"), says(call("a"))], []),  # the result stands before its call
        ([says(call("a")), says(call("a")), result("a")], []),  # two calls
        ([says(call("a")), result("a"), result("a")], []),  # two results
        ([says(call("a"), call("a")), result("a")], []),  # two calls in one message
        ([says(call("a"))], []),
        ([result("a")], []),
        ([{"role": "assistant", "content": "text"}, {"role": "toolResult"}], []),
    ],
)
def test_pairs(messages: list[Any], expected: list[str]) -> None:
    """Ids that are in no doubt, in the order of their calls."""
    assert list(pairs(messages)) == expected


def test_edited() -> None:
    """What is named is replaced or left out; all else is the same object."""
    first, second, third = user("1"), user("2"), user("3")

    found = edited([first, second, third], {0: None, 2: user("new")})

    assert found == [second, user("new")]
    assert found[0] is second
