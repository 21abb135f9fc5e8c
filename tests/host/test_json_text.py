"""JSON by its text: where members stand, and every fault with its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.host.json_text import Items, Members, NotJson


def fault_of(text: str) -> tuple[int, int, str]:
    """Line, column and fault of a text that is refused."""
    with pytest.raises(NotJson) as raised:
        Members(text)
    return raised.value.line, raised.value.column, raised.value.fault


def test_items_and_their_places() -> None:
    """Items are left as they are written; what is no list is refused."""
    text = ' [1 , {"x": "]"},\n\t[] ]\n'
    found = Items(text)

    assert ["1", '{"x": "]"}', "[]"] == [found.value_of(item) for item in found.items]
    assert ("", " ", "\n\t") == tuple(text[item.lead : item.start] for item in found.items)
    assert ("[", "]") == (text[found.opening], text[found.closing])
    assert [] == Items("[ ]").items
    with pytest.raises(NotJson) as raised:
        Items(" {}")
    assert (raised.value.column, raised.value.fault) == (2, "an object where a list is expected")


def test_members_and_their_places() -> None:
    """Keys are read, values are left as they are written."""
    text = '{ "a" : [1, {"x": "}"}],\n\t"\\u0062":{},"c":-1.5e3 , "d": true, "é": null}\n'
    found = Members(text)

    assert [("a", '[1, {"x": "}"}]'), ("b", "{}"), ("c", "-1.5e3"), ("d", "true"), ("é", "null")] == [
        (member.key, found.value_of(member)) for member in found.members
    ]
    second = found.members[1]
    assert ("\n\t", '"\\u0062"') == (text[second.lead : second.start], text[second.start : second.key_end])
    assert ("{", "}") == (text[found.opening], text[found.closing])
    assert found.find("b") is second
    assert found.find("z") is None


@pytest.mark.parametrize(
    "text", ["{}", " { }\n", '{"a": []}', '{"a": [ ]}', '{"a": [[], {}]}', '{"a":0}', '{"a":false}']
)
def test_plain_json_is_taken(text: str) -> None:
    """Small and empty objects."""
    assert [*json.loads(text)] == [member.key for member in Members(text).members]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # comments
        ('{\n  // ours\n  "a": 1\n}', (2, 3, "a comment, which JSON does not have")),
        ('{"a": /* one */ 1}', (1, 7, "a comment, which JSON does not have")),
        ('{"a": 1 // one\n}', (1, 9, "a comment, which JSON does not have")),
        ('{"a": 1} # end', (1, 10, "a comment, which JSON does not have")),
        ("# begin\n{}", (1, 1, "a comment, which JSON does not have")),
        # a comma too many
        ('{"a": 1,}', (1, 8, "a comma with nothing but } behind it")),
        ('{\n  "a": [1,\n  2,\n ]\n}', (3, 4, "a comma with nothing but ] behind it")),
        ("{,}", (1, 2, "',' where a key in double quotes is expected")),
        # cut off
        ("", (1, 1, "the file ends where an object is expected")),
        ("{", (1, 2, "the file ends where a key in double quotes is expected")),
        ('{"a', (1, 2, "a text without its end")),
        ('{"a"', (1, 5, "the file ends where a colon is expected")),
        ('{"a":', (1, 6, "the file ends where a value is expected")),
        ('{"a": 1', (1, 8, "the file ends where a comma or } is expected")),
        ('{"a": 1,', (1, 9, "the file ends where a key in double quotes is expected")),
        ('{"a": [1', (1, 9, "the file ends where a comma or ] is expected")),
        ('{"a": "x', (1, 7, "a text without its end")),
        ('{"hooks": {"b": 1}\n', (2, 1, "the file ends where a comma or } is expected")),
        # no object
        ("[]", (1, 1, "a list where an object is expected")),
        (' "x"', (1, 2, "a text where an object is expected")),
        ("null", (1, 1, "a value where an object is expected")),
        ("-3", (1, 1, "a number where an object is expected")),
        ("x", (1, 1, "'x' where an object is expected")),
        ("\x00", (1, 1, "'\\x00' where an object is expected")),
        # a key twice
        ('{"a": 1,\n "a": 2}', (2, 2, '"a" stands twice in one object')),
        ('{"a": 1, "\\u0061": 2}', (1, 10, '"a" stands twice in one object')),
        ('{"x": [{"é": 1, "é": 2}]}', (1, 17, '"é" stands twice in one object')),
        # other languages
        ("{a: 1}", (1, 2, "'a' where a key in double quotes is expected")),
        ("{'a': 1}", (1, 2, '"\'" where a key in double quotes is expected')),
        ('{"a" 1}', (1, 6, "'1' where a colon is expected")),
        ('{"a": 1 "b": 2}', (1, 9, "'\"' where a comma or } is expected")),
        ('{"a": [1 2]}', (1, 10, "'2' where a comma or ] is expected")),
        ('{"a": NaN}', (1, 7, "'N' where a value is expected")),
        ('{"a": undefined}', (1, 7, "'u' where a value is expected")),
        ('{"a": 01}', (1, 8, "'1' where a comma or } is expected")),
        ('{"a": .5}', (1, 7, "'.' where a value is expected")),
        ('{"a": +5}', (1, 7, "'+' where a value is expected")),
        ('{"a": "x\ny"}', (1, 9, "invalid control character")),
        ('{"a": "\\q"}', (1, 8, "invalid \\escape")),
        ("{} {}", (1, 4, "something stands behind the end of the object")),
        ("\ufeff{}", (1, 1, "'\\ufeff' where an object is expected")),
        ('{"a": ' + "[" * 101, (1, 106, "nested deeper than 100 levels")),
    ],
)
def test_each_fault_has_its_place(text: str, expected: tuple[int, int, str]) -> None:
    """Line and column of the character at which a person has to look, both from 1."""
    assert expected == fault_of(text)


def test_what_json_itself_refuses() -> None:
    """A number of 5,000 digits is too long for Python's own reader, so nobody could compare before and after."""
    assert (1, 1) == fault_of('{"a": ' + "1" * 5000 + "}")[:2]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(), VALUES, max_size=6), st.sampled_from([None, 0, 2, "\t"]), st.booleans())
def test_whatever_json_writes_is_taken(value: dict[str, object], indent: int | str | None, ascii_only: bool) -> None:  # noqa: FBT001 - drawn
    """Its members are found in their order, with the values that stand there."""
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    found = Members(text)

    assert list(value.items()) == [(member.key, json.loads(found.value_of(member))) for member in found.members]


@given(st.text(alphabet='{}[]",:\\/*#\n\t 01-.eEtruefalsn\u00e9'))
def test_any_text_is_taken_as_json_takes_it_or_refused(text: str) -> None:
    """Nothing passes that json would refuse, and nothing raises but the fault with its place."""
    fault = None
    try:
        found = Members(text)
    except NotJson as error:
        fault = error
    if fault is None:
        assert [*json.loads(text)] == [member.key for member in found.members]
    else:
        assert 1 <= fault.line <= text.count("\n") + 1
        assert fault.column >= 1
