"""Lines as the standard library reads them: lenient field by field, strict about what is counted."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.agents.claude_code import plain

WRONG: tuple[object, ...] = (7, [], {}, True, 1.5, None)


@pytest.mark.parametrize("value", WRONG)
def test_a_text_of_the_wrong_kind_is_absent(value: object) -> None:
    """No field of a line makes the line unreadable."""
    line: Any = plain.Line({"type": value, "uuid": value, "sessionId": value, "cwd": value, "isMeta": "x"})

    assert ("", None, None, None, False) == (line.type, line.uuid, line.sessionId, line.cwd, line.isMeta)
    assert not line.fault


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ({"type": "assistant", "message": {"usage": {"input_tokens": 1}}}, False),
        ({"type": "assistant", "message": {"usage": None}}, False),
        ({"type": "assistant", "message": {"usage": "[REDACTED]"}}, True),
        ({"type": "assistant", "message": {"usage": {"output_tokens": "3"}}}, True),
        ({"type": "assistant", "message": {"usage": {"cache_creation": {"ephemeral_1h_input_tokens": -1}}}}, True),
        ({"type": "assistant", "message": {"usage": {"server_tool_use": {"web_search_requests": 1.5}}}}, True),
        ({"type": "assistant", "message": {"usage": {"cache_creation": "x", "server_tool_use": []}}}, False),
        ({"type": "assistant", "message": "x"}, True),
        ({"type": "user", "message": 12}, True),
        ({"type": "user", "message": None}, False),
        ({"type": "progress", "message": 12}, False),
    ],
)
def test_only_what_is_counted_can_be_at_fault(line: dict[str, Any], fault: bool) -> None:  # noqa: FBT001
    """Usage that cannot be read is a fault, and so is a message that is none; the rest of the line is read."""
    assert fault is plain.Line(line).fault


def test_a_fault_leaves_the_message_without_usage() -> None:
    """Its texts and calls are still events."""
    line = plain.Line({"type": "assistant", "message": {"id": "m", "content": [{"type": "text"}, 7], "usage": "x"}})

    assert line.message is not None
    assert ("m", None, 1) == (line.message.id, line.message.usage, len(line.message.content or ()))


def test_input_of_a_call_is_read_field_by_field() -> None:
    """Texts are texts, switches are true or not; an input that is no object has nothing."""
    found: Any = plain.parse_input(
        {"file_path": "/a", "command": 7, "offset": 3, "replace_all": "yes", "run_in_background": True}
    )

    assert ("/a", None, 3, False, True) == (
        found.file_path,
        found.command,
        found.offset,
        found.replace_all,
        found.run_in_background,
    )
    nothing: Any = plain.parse_input("clay")
    assert nothing.file_path is None


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("caf\u00e9", ("caf\u00e9", False)),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], ("ab", False)),
        ([{"type": "image"}, {"type": "text", "text": "a"}], ("a", True)),
        ([{"type": "image"}], ("", True)),
        ([{"type": "text", "text": 7}, {"type": "tool_reference"}, "x"], ("", False)),
        ([], ("", False)),
        (None, ("", False)),
        ({"type": "text"}, ("", False)),
    ],
)
def test_a_payload_is_the_text_that_the_model_saw(content: object, expected: tuple[str, bool]) -> None:
    """Texts of a result joined; images have none."""
    assert expected == plain.payload(content)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"b": 1, "a": [True, None]}, '{"a":[true,null],"b":1}'),
        ({"caf\u00e9": "\u2028"}, '{"caf\u00e9":"\u2028"}'),
        (None, "null"),
    ],
)
def test_canonical_json_depends_on_the_value_alone(value: object, written: str) -> None:
    """Keys sorted, no spaces, letters as they are."""
    assert written == plain.canonical(value)


def test_small_answers() -> None:
    """A text or none; any value; its length as the client writes it; the text of a file."""
    assert ("a", None) == (plain.text("a"), plain.text(7))
    assert plain.value([1]) == [1]
    # {"a":"é"} has nine characters, the input that is absent is {}
    assert (9, 2) == (plain.length({"a": "\u00e9"}), plain.length(None))
    assert "a\nb" == plain.file_text({"content": "a\nb"})
    assert (None, None) == (plain.file_text({"content": 7}), plain.file_text("a"))
