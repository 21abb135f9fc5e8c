"""The typed decoding gives what plain decoding gives, without decoding what is only hashed or measured."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given

from tallystick.agents.claude_code import plain, shapes
from tests.strategies import anything

VALUES = [
    *(
        '"clay"',
        '""',
        '"caf\u00e9"',
        '"\\u00e9"',
        '"\\ud83d"',
        '"\\ud83c\\udffa"',
        '"a\\nb\\"c"',
        '"\\u2028"',
        "12",
        "null",
    ),
    *("[]", "{}", "true", "[null]", '{"b": 1, "a" : [ ]}', '{"content":7}', "1e400", "123456789012345678901234567890"),
]


# Lengths are asked of the client's own spelling, which has no spaces and escapes no letter.
@pytest.mark.parametrize(
    ("name", "raw"),
    [(name, raw) for name in ("text", "value", "canonical") for raw in VALUES]
    + [("length", raw) for raw in VALUES if not any(odd in raw for odd in ("\\u", " ", "e400"))],
)
def test_raw_json_answers_as_its_value_does(name: str, raw: str) -> None:
    """Each function of the two modules, over the same JSON."""
    expected = getattr(plain, name)(json.loads(raw))

    assert expected == getattr(shapes, name)(msgspec.Raw(raw.encode("utf-8", "surrogatepass")))


@pytest.mark.parametrize(
    "content",
    [
        *(
            '"clay"',
            "null",
            "7",
            "{}",
            "[]",
            '[{"type":"text","text":"a"},{"type":"text","text":"b\\n"}]',
            '[{"type":"image"}]',
        ),
        *('[{"type":"text","text":null}]', '[{"type":"tool_reference"}]', '{"type":"text","text":"a"}', '"\\ud83d"'),
    ],
)
def test_a_results_content_is_one_payload(content: str) -> None:
    """What shape it may have is in the types; what has another is plain decoding's."""
    block = f'{{"type":"tool_result","content":{content}}}'.encode()
    try:
        found = msgspec.json.decode(block, type=shapes.Block).content
    except msgspec.MsgspecError:
        return
    assert plain.payload(json.loads(content)) == shapes.payload(found)


@pytest.mark.parametrize("file", ['{"content":"a\\tb"}', '{"content":7}', '{"content":null}', "{}", '"x"', "null", "7"])
def test_a_reads_details_carry_the_file(file: str) -> None:
    """Its text, where there is one."""
    found = msgspec.json.decode(f'{{"file":{file}}}'.encode(), type=shapes.Outcome).file

    assert plain.file_text(json.loads(file)) == shapes.file_text(found)


@pytest.mark.parametrize(
    "raw",
    [
        *(
            '{"file_path":"/a","offset":3}',
            '{"file_path":7}',
            '{"command":"ls","run_in_background":true}',
            '{"limit":"5"}',
        ),
        *('{"old_string":"a","new_string":7,"file_path":7}', '{"content":["x"],"replace_all":"yes"}'),
        *("{}", "null", "7", "[]", '{"offset":true}', '{"replace_all":null}', '{"limit":1e400}'),
    ],
)
def test_an_input_has_the_same_fields(raw: str) -> None:
    """Whichever way it was decoded, and whatever kind its fields are of."""
    typed, value = shapes.parse_input(msgspec.Raw(raw.encode())), plain.parse_input(json.loads(raw))

    for name in (
        *("file_path", "notebook_path", "path", "command", "prompt", "offset", "limit"),
        *("old_string", "new_string", "new_source", "content"),
    ):
        assert getattr(value, name) == getattr(typed, name)
    for name in ("replace_all", "run_in_background"):
        assert bool(getattr(value, name)) == bool(getattr(typed, name))


@given(value=anything)
def test_any_value_has_one_canonical_form(value: object) -> None:
    """Numbers, nesting and letters of any kind, spelt with and without spaces and escapes."""
    spelt = [
        json.dumps(value),
        json.dumps(value, indent=1),
        json.dumps(value, ensure_ascii=False).encode("utf-8", "replace").decode(),
    ]

    assert plain.canonical(value) == shapes.canonical(msgspec.Raw(spelt[0].encode()))
    assert plain.canonical(value) == shapes.canonical(msgspec.Raw(spelt[1].encode()))


def test_what_is_absent_is_absent() -> None:
    """Fields that a line lacks are empty raw JSON."""
    nothing = msgspec.Raw()

    assert (None, None, 2) == (shapes.text(nothing), shapes.value(nothing), shapes.length(nothing))
    no_input: Any = shapes.parse_input(nothing)
    assert no_input.file_path is None
    assert ("", False) == shapes.payload(None)


def test_an_input_of_the_wrong_shape_is_read_field_by_field() -> None:
    """One field of another kind does not hide the others."""
    found: Any = shapes.parse_input(msgspec.Raw(b'{"file_path":"/a","command":7,"replace_all":"yes"}'))

    assert ("/a", None, False) == (found.file_path, found.command, found.replace_all)


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"assistant","message":{"usage":{"input_tokens":-1}}}',
        b'{"type":"assistant","message":{"usage":{"input_tokens":9007199254740993}}}',
        b'{"type":"assistant","message":{"usage":"x"}}',
        b'{"type":"assistant","message":"x"}',
        b'{"type":"user","uuid":7}',
        b'{"a":"\xff"}{',
        b"",
    ],
)
def test_what_is_not_of_its_shape_is_refused(line: bytes) -> None:
    """Plain decoding then looks at it field by field."""
    with pytest.raises((msgspec.MsgspecError, UnicodeDecodeError)):
        shapes.decode(line)
