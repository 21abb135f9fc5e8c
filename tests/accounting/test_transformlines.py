"""Lines of a transformation ledger: records, or reasons."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.transformlines import FullLine, Line, read, read_fully
from tests.transformations import a_record, a_saving

HUGE = 10**40


def line(**more: object) -> bytes:
    """A record with some fields changed; None takes one out."""
    found = {name: value for name, value in (a_record() | more).items() if value is not None}
    return json.dumps(found).encode()


def test_a_record() -> None:
    """What is counted of a line, quickly or with everything."""
    for found in (read(line()), read_fully(line())):
        assert isinstance(found, Line)
        assert (found.surface, found.input_bytes, found.delta_bytes) == ("tool_output", 3, -1)


def test_everything() -> None:
    """A debug record's own fields."""
    change = {"input_byte_range": [0, 3], "output_byte_range": [0, 2], "before": "abc", "after": "ab"}
    found = read_fully(line(changes=[change], input_full_path="x", log_mode="debug"))

    assert isinstance(found, FullLine)
    assert found.changes is not None
    assert found.changes[0].input_byte_range == (0, 3)
    assert (found.input_full_path, found.output_full_path) == ("x", None)


@pytest.mark.parametrize("reader", [read, read_fully])
def test_what_is_odd_and_can_be_read(reader: type) -> None:
    """Huge numbers, half characters and numbers that are none are no reason to lose a record."""
    size = {"input_bytes": HUGE, "output_bytes": HUGE, "delta_bytes": 0}
    for odd in (size, {"ctx": {"x": float("nan")}}, {"task": "\ud800"}, {"turn": "third"}, {"session": None}):
        assert isinstance(reader(line(**odd)), Line)
    assert isinstance(reader(b"\xef\xbb\xbf" + line() + b" \r"), Line)


@pytest.mark.parametrize("reader", [read, read_fully])
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", ""),
        (b" \t\r", ""),
        (b"\xff", "not UTF-8"),
        (b'{"event": "transf', "not JSON"),
        (line() + b"x", "not JSON"),
        (b"[" * 100_000, "nested too deep"),
        (b"[]", "not an object"),
        (b"{}", "neither a transformation nor a saving"),
        (b'{"event": "savings", "bucket": "b"}', "neither a transformation nor a saving"),
        (b'{"event": "savings", "bucket": "b", "delta_chars": 5}', None),
        (json.dumps(a_saving(4)).encode(), None),
        (json.dumps(a_saving(4, delta_chars=5)).encode(), "delta_chars is not output_chars - input_chars"),
        (line(input_bytes=None), "input_bytes is missing or negative"),
        (line(output_chars=-5), "output_chars is missing or negative"),
        (line(input_bytes=3.0), "Expected `int`, got `float` - at `$.input_bytes`"),
        (line(input_bytes=True), "Expected `int`, got `bool` - at `$.input_bytes`"),
        (line(delta_bytes=-2), "delta_bytes is not output_bytes - input_bytes"),
        (line(delta_bytes=None), "delta_bytes is not output_bytes - input_bytes"),
        (line(delta_chars=1), "delta_chars is not output_chars - input_chars"),
        (line(schema_version=2), "schema_version 2, which this tally does not know"),
    ],
)
def test_reasons(reader: type, data: bytes, reason: str | None) -> None:
    """Each line that is not counted says why; an empty one is none."""
    found = reader(data)

    assert (found if isinstance(found, str) else None) == reason


@given(st.binary(max_size=80))
def test_any_bytes(data: bytes) -> None:
    """Random bytes are a reason, never an exception."""
    assert isinstance(read(data), str)
    assert isinstance(read_fully(data), str)
