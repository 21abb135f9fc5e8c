"""The ledger of context mechanisms, read and summed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tallystick.accounting.mechanisms import add_up, group, net, read
from tallystick.model.mechanisms import BookedTurn

ME = "01a229fc"


def row(**changed: Any) -> bytes:
    """One row of the ledger; a value of None takes the key out."""
    found = {"ts": "2026-03-02T09:00:00Z", "session_id": ME, "host": "pi", "turn": 1} | changed
    return json.dumps({key: value for key, value in found.items() if value is not None}).encode()


def turn(**changed: Any) -> BookedTurn:
    """A row that is accepted."""
    found = read(row(**changed), None)
    assert isinstance(found, BookedTurn)
    return found


def test_row() -> None:
    """What is not said is 0."""
    found = turn(bash=8700, aux_calls=2, aux_input=2600)

    assert (found.session, found.ts) == (ME, "2026-03-02T09:00:00Z")
    assert found.saved == {"bash": 8700, "amnesia": 0, "lazy": 0, "write": 0}
    assert found.aux == {"aux_calls": 2, "aux_input": 2600, "aux_output": 0}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"torn", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not an object"),
        (row(bash=1, session_id=None), "a field is missing"),
        (row(bash=1, ts=3), "a field is missing"),
        (row(bash=-1), "not a count"),
        (row(bash=1.5), "not a count"),
        (row(bash=True), "not a count"),
        (row(bash=1, aux_input="9"), "not a count"),
        (row(), "nothing booked"),
        (row(bash=0, aux_output=0), "nothing booked"),
    ],
)
def test_refused(line: bytes, reason: str) -> None:
    """A line that is no row costs that line and says why."""
    assert read(line, None) == reason


def test_one_session() -> None:
    """Rows of others are passed over, whatever is wrong with them."""
    assert read(row(bash=1), "other") == ""
    assert read(row(bash=-1), "other") == ""
    assert isinstance(read(row(bash=1), ME), BookedTurn)


def test_sums() -> None:
    """By mechanism, the largest first, over the turns in which it avoided anything; asking beside it."""
    turns = [
        turn(bash=10, write=3),
        turn(bash=5, aux_calls=1, aux_input=20, aux_output=1),
        turn(aux_calls=1, aux_input=4),
    ]

    assert [(name, one.turns, one.saved) for name, one in group(turns)] == [("bash", 2, 15), ("write", 1, 3)]
    total, aux = add_up(turns)
    assert (total.turns, total.saved) == (2, 18)
    assert aux == {"aux_calls": 2, "aux_input": 24, "aux_output": 1}
    assert net(total, aux) == -7


def test_nothing() -> None:
    """No rows, no groups."""
    total, aux = add_up([])

    assert (group([]), total.turns, total.saved, net(total, aux)) == ([], 0, 0, 0)
