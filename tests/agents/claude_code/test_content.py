"""The texts on a line, for a person who asks to see them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.agents import claude_code


def line(content: Any, role: str = "assistant") -> bytes:
    """A line with a message."""
    return json.dumps({"type": role, "message": {"role": role, "content": content}}).encode()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Hello.", [("assistant", "Hello.")]),
        ([{"type": "text", "text": "Hi."}], [("assistant", "Hi.")]),
        ([{"type": "thinking", "thinking": "Hm."}], [("thinking", "Hm.")]),
        (
            [{"type": "tool_use", "name": "Read", "input": {"file_path": "/é"}}],
            [("call of Read", '{\n "file_path": "/é"\n}')],
        ),
        ([{"type": "tool_result", "content": "out"}], [("result", "out")]),
        (
            [{"type": "tool_result", "content": [{"type": "text", "text": "out"}, {"type": "image"}, 3]}],
            [("result", "out"), ("result", "(image)")],
        ),
        ([{"type": "tool_result"}, {"type": "image"}, 3], [("assistant", "(image)")]),
        (None, []),
    ],
)
def test_texts(content: Any, expected: list[tuple[str, str]]) -> None:
    """Each text with what it is; what is no text is named."""
    assert expected == claude_code.texts(line(content), 1)


def test_parts() -> None:
    """The nth object of a line; there is none before the first or behind the last."""
    record = line("One.", "user") + line("Two.", "user")

    assert [claude_code.texts(record, part) for part in (0, 1, 2, 3)] == [
        [],
        [("user", "One.")],
        [("user", "Two.")],
        [],
    ]


def test_lines_without_a_message() -> None:
    """Other lines are shown as they are."""
    assert claude_code.texts(b'{"type":"system","subtype":"x"}', 1) == [
        ("object", '{\n "type": "system",\n "subtype": "x"\n}')
    ]


@given(st.binary(), st.integers(-1, 3))
def test_any_bytes(record: bytes, part: int) -> None:
    """Whatever stands there, nothing breaks."""
    assert isinstance(claude_code.texts(record, part), list)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (b'{"type":"assistant","effort":"high"}', "high"),
        (b'{"type":"user"}{"type":"assistant","effort":"low"}', "low"),
        (b'{"effort":5}', ""),
        (b"{", ""),
        (b"", ""),
    ],
)
def test_effort(record: bytes, expected: str) -> None:
    """At which effort a line says that its response was made."""
    assert expected == claude_code.effort(record)
