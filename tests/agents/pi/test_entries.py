"""Entries: only what has its shape; times; what a line holds."""

from __future__ import annotations

import pytest

from tallystick.agents.pi.entries import Entry, blocks, moment, read, said
from tallystick.kernel.times import Clockwork
from tests.agents.pi.sessions import header, message

NINE = 1_772_442_000_000  # 2026-03-02T09:00:00Z


def test_fields_of_another_shape_are_absent() -> None:
    """And a message that has no role is a fault."""
    found = Entry({"type": "message", "id": 7, "parentId": None, "timestamp": [], "message": "text"})

    assert ("message", "", "", "", "", True) == (
        found.kind,
        found.id,
        found.parent,
        found.time,
        found.role,
        found.fault,
    )
    assert not Entry({"type": 5}).fault


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"timestamp": "2026-03-02T09:00:00.250Z"}, NINE + 250),
        ({"timestamp": "soon", "message": {"timestamp": NINE + 1}}, NINE + 1),
        ({"message": {"timestamp": float(NINE)}}, NINE),
        ({"message": {"timestamp": -1}}, -1),
        ({"message": {"timestamp": "9"}}, -1),
    ],
)
def test_a_time_is_the_entry_s_or_its_message_s(value: dict[str, object], expected: int) -> None:
    """Text in the entry, a number in the message."""
    assert expected == moment(Entry(value), Clockwork().ms)


def test_a_whole_entry_behind_a_torn_one_counts() -> None:
    """Nothing nested in the stub is taken for one."""
    whole = message(1, role="user", content="hi")

    found, reasons = read(b'{"type":"message","timestamp":"x","message":{"role":"user","content":[{"type":"te' + whole)

    assert ["user"] == [one.role for one in found]
    assert ["unreadable"] == reasons
    assert ([], ["not an object"]) == read(b"[1]")
    assert 2 == len(read(header() + whole)[0])


def test_content_is_text_or_blocks() -> None:
    """Anything else is nothing."""
    image = {"type": "image", "data": ""}

    assert ("hi", False) == said("hi")
    assert ("ab", True) == said([{"type": "text", "text": "a"}, image, {"type": "text", "text": "b"}, 7])
    assert ("", False) == said(None)
    assert [image] == list(blocks([image, "x"]))
