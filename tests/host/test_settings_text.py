"""One member of a text goes in and comes out again; every other byte stays where it was."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.host.settings_text import add, keep, put, put_back, take_out
from tests.host.test_json_text import VALUES

KEY = "statusLine"
LINE: dict[str, object] = {"type": "command", "command": "/é/run", "padding": 0}
NEWLINE = "\n"
PARTS = ('"type": "command"', '"command": "/é/run"', '"padding": 0')


def on_lines(end: str, indent: str) -> str:
    """The value, a part a line, indented once and twice."""
    return "{" + ",".join(f"{end}{indent * 2}{part}" for part in PARTS) + f"{end}{indent}}}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", f'{{\n  "statusLine": {on_lines(NEWLINE, "  ")}\n}}\n'),
        (" \n", f'{{\n  "statusLine": {on_lines(NEWLINE, "  ")}\n}}\n'),
        ("{}", f'{{\n  "statusLine": {on_lines(NEWLINE, "  ")}\n}}'),
        ("{ }\n", f'{{\n  "statusLine": {on_lines(NEWLINE, "  ")}\n}}\n'),
        ('{\n  "a": 1\n}\n', f'{{\n  "a": 1,\n  "statusLine": {on_lines(NEWLINE, "  ")}\n}}\n'),
        ('{"a":1}', '{"a":1,"statusLine":{"type":"command","command":"/é/run","padding":0}}'),
        ('{"a": 1}', '{"a": 1, "statusLine": {"type": "command", "command": "/é/run", "padding": 0}}'),
        ('{ "a" : 1 }', '{ "a" : 1, "statusLine" : {"type" : "command", "command" : "/é/run", "padding" : 0} }'),
        ('{\n\t"a": [\n\t\t1\n\t]\n}', '{\n\t"a": [\n\t\t1\n\t],\n\t"statusLine": ' + on_lines("\n", "\t") + "\n}"),
        ('{\r\n "a": 1\r\n}\r\n', '{\r\n "a": 1,\r\n "statusLine": ' + on_lines("\r\n", " ") + "\r\n}\r\n"),
        ("{\r\n}", '{\r\n  "statusLine": ' + on_lines("\r\n", "  ") + "\r\n}"),
        (
            '{\n"a":\n1\n}',
            '{\n"a":\n1,\n"statusLine": {\n  "type": "command",\n  "command": "/é/run",\n  "padding": 0\n}\n}',
        ),
        ('{\n\n\n  "a": 1\n}', f'{{\n\n\n  "a": 1,\n  "statusLine": {on_lines(NEWLINE, "  ")}\n}}'),
        (
            '{\n  "statusLine": {"type": "x"},\n  "z": 1\n}',
            f'{{\n  "statusLine": {on_lines(NEWLINE, "  ")},\n  "z": 1\n}}',
        ),
        ('{"\\u0073tatusLine": 3}', '{"\\u0073tatusLine": {"type": "command", "command": "/é/run", "padding": 0}}'),
    ],
)
def test_it_goes_in_as_the_rest_is_written(text: str, expected: str) -> None:
    """Indented like its neighbour, on one line where they are, with the same line ends and colons."""
    assert expected == put(text, KEY, LINE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"statusLine": 1}', "{}"),
        ('{\n  "statusLine": 1\n}\n', "{}\n"),
        ('{"statusLine": 1, "b": 2}', '{ "b": 2}'),
        ('{\n  "statusLine": 1,\n  "b": 2\n}', '{\n  "b": 2\n}'),
        ('{"a": 1, "statusLine": {}, "b": 2}', '{"a": 1, "b": 2}'),
        ('{\n  "a": 1,\n  "statusLine": 1\n}', '{\n  "a": 1\n}'),
    ],
)
def test_it_comes_out_with_its_comma(text: str, expected: str) -> None:
    """Wherever it stands."""
    assert expected == take_out(text, KEY)


def test_a_value_is_put_back_as_it_was_written() -> None:
    """Spaces and all."""
    before = '{"a": 1, "statusLine": { "type":"command" , "command": "x" }, "b": 2}'

    assert before == put_back(put(before, KEY, LINE), KEY, '{ "type":"command" , "command": "x" }')


@given(
    st.dictionaries(st.text().filter(lambda key: key != KEY), VALUES, min_size=1, max_size=5),
    st.sampled_from([None, 0, 1, 4, "\t", "\r\n"]),
    st.sampled_from([(",", ":"), (", ", ": "), (" ,", " : "), (",\n", ":\n")]),
    st.sampled_from(["", "\n", "\r\n\r\n", " "]),
)
def test_in_and_out_is_nothing(
    value: dict[str, object], indent: int | str | None, separators: tuple[str, str], end: str
) -> None:
    """Any settings in any style: put, put again and taken out, the text is the one it was; in between it says both."""
    before = json.dumps(value, indent=indent, separators=separators, ensure_ascii=False) + end
    within = put(before, KEY, LINE)

    assert list((value | {KEY: LINE}).items()) == list(json.loads(within).items())
    assert within == put(within, KEY, LINE)
    assert before == take_out(within, KEY)


@given(
    st.lists(VALUES, max_size=4),
    st.sampled_from([None, 0, 1, 4, "\t"]),
    st.sampled_from([(",", ":"), (", ", ": "), (" ,", " : ")]),
    st.lists(st.integers(0, 4)),
)
def test_items_of_a_list(
    value: list[object], indent: int | str | None, separators: tuple[str, str], places: list[int]
) -> None:
    """One more and without it is nothing; any that are kept are those, in their order."""
    before = json.dumps(value, indent=indent, separators=separators, ensure_ascii=False)
    within = add(before, {"ours": 1})

    assert [*value, {"ours": 1}] == json.loads(within)
    assert before == keep(within, range(len(value)))
    kept = sorted(set(places) & set(range(len(value))))
    assert [value[place] for place in kept] == json.loads(keep(before, kept))
