"""JSON read leniently and written as the client writes it; the standard library is the other opinion."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel import jsontext

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(value=VALUES)
def test_reads_what_the_standard_library_writes(value: object) -> None:
    """Any value, with spaces around it, comes back."""
    assert value == jsontext.decode(f" \n{json.dumps(value)}\t")


@given(value=VALUES)
def test_writes_what_the_standard_library_reads(value: object) -> None:
    """The text is ASCII and says the same value."""
    text = jsontext.ascii_text(value)

    assert text.isascii()
    assert value == json.loads(text)


@given(value=VALUES)
def test_counts_the_units_of_compact_text(value: object) -> None:
    """The client's own text has no spaces and no escapes beyond need; characters outside the BMP are two units."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    assert len(text) + sum(ord(one) > 0xFFFF for one in text) == jsontext.json_units(value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", 0), ("abc", 3), ("caf\u00e9", 4), ("\U0001f3fa", 2), ("half \ud83d", 6)],
)
def test_units(text: str, expected: int) -> None:
    """Half a letter is one unit, a pot is two."""
    assert expected == jsontext.units(text)


@pytest.mark.parametrize("text", ["", "{", '{"a":', "{} {}", "nothing", '"open', "[1,]"])
def test_refuses_what_is_not_one_value(text: str) -> None:
    """A torn value, two values and none are refused alike."""
    with pytest.raises(ValueError, match=r"^"):
        jsontext.decode(text)


def test_refuses_what_is_too_deep() -> None:
    """Nesting beyond the interpreter's own is an error of its own, and no crash."""
    with pytest.raises(RecursionError):
        jsontext.decode("[" * 100_000)


def test_reads_numbers_of_any_length() -> None:
    """Python makes no integers of more than 4,300 digits: such a number is no count, and the rest is read."""
    digits = "9" * 5000

    assert jsontext.decode(f'{{"a":{digits},"b":7}}') == {"a": float("inf"), "b": 7}
    for torn in (f'{{"a":{digits}', f'{{"a":{digits},'):
        with pytest.raises(ValueError):  # noqa: PT011 - it says the place alone
            jsontext.decode(torn)


def test_reads_raw_control_letters_and_numbers_that_are_none() -> None:
    """A raw tab and NaN are against the letter of JSON and are read."""
    assert jsontext.decode('"a\tb"') == "a\tb"
    value = jsontext.decode("[NaN,-Infinity]")
    assert isinstance(value, list)
    assert math.isnan(value[0])
    assert value[1] == -math.inf


ONE = '{"type":"user","sessionId":"s"}'
SUMMARY = '{"type":"summary","leafUuid":"u"}'


@pytest.mark.parametrize(
    ("text", "count", "reasons"),
    [
        ("", 0, []),
        ("\x00\x00 \r", 0, []),
        ("\ufeff" + ONE, 1, []),
        (ONE + ONE, 2, []),
        (f"{ONE} , {ONE}", 2, ["unreadable"]),
        ("[1] 2 " + ONE, 1, ["not an object", "not an object"]),
        ('{"a":{"b":1}', 0, ["unreadable"]),
        ('{"a":"torn' + ONE, 1, ["unreadable"]),
        ('{"a":{"type":"x"},"b":"torn' + SUMMARY, 1, ["unreadable"]),
        # nested in the stub, not a line of its own: something other than an object follows
        ('{"a":' + ONE + ',"b":', 0, ["unreadable"]),
        ("[" * 100_000, 0, ["unreadable"]),
        ('{"torn' + "[" * 100_000 + "{" + "[" * 100_000, 0, ["unreadable"]),
    ],
)
def test_objects_of_a_line(text: str, count: int, reasons: list[str]) -> None:
    """Every whole object counts, also behind a torn stub; what is left over is named."""
    found, left = jsontext.objects(text)

    assert (count, reasons) == (len(found), left)


def test_search_behind_a_stub_ends() -> None:
    """After two hundred openings nothing more is tried: a hostile line costs no more than that."""
    assert jsontext.objects('{"torn' + "{" * 300 + ONE) == ([], ["unreadable"])
