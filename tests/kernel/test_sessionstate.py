"""What is kept of a session between two renders."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tallystick.kernel.jsontext import ascii_text
from tallystick.kernel.sessionfold import STOPPED, Line, SessionFold
from tallystick.kernel.sessionstate import SessionState, parse, restore


def state() -> SessionState:
    """A state with something of everything."""
    fold = SessionFold("s", cuts=(5,), bands=(100,))
    found = SessionState(fold, "/x/s.jsonl", 7)
    for name in ("s.jsonl", "s/subagents/agent-a.jsonl"):
        number = found.add(name)
        found.stamps[number], found.seals[number], fold.positions[number] = 123, 4, 50
    line = Line()
    line.model, line.flags, line.counts = "m", STOPPED, (1, 2, 3, 4, 5, 6, 7)
    fold.respond("11", 0, line)
    fold.pinned["12"] = "0,1,34,0,0,9,0,-1,0,0,0,0,0,0,0,1"
    fold.calls, fold.call_units, fold.results, fold.result_units, fold.nested = 1, 2, 3, 4, 0
    fold.away["toolu_1"] = None
    found.folders["s/subagents"] = 8
    found.keeper = (7, 256, 12)
    fold.settle()
    return found


def again(kept: dict[str, Any], **changed: Any) -> SessionState:
    """The state that is restored from fields."""
    fold = SessionFold(changed.get("session", "s"), cuts=changed.get("cuts", (5,)), bands=changed.get("bands", (100,)))
    return restore(kept, fold, changed.get("main", "/x/s.jsonl"), 99)


def test_everything_comes_back() -> None:
    """Through its text; and what comes back is as good as what went."""
    text = ascii_text(state().fields())

    found = again(parse(text))

    assert json.loads(text) == json.loads(ascii_text(found.fields()))
    assert found.keeper == (7, 256, 12)


@pytest.mark.parametrize(
    "changed", [{"session": "t"}, {"main": "/y/s.jsonl"}, {"cuts": (5, 6)}, {"cuts": ()}, {"bands": ()}]
)
def test_another_session_or_other_prices(changed: dict[str, Any]) -> None:
    """Another transcript, or prices that change at other times or sizes: everything is read again."""
    found = again(parse(ascii_text(state().fields())), **changed)

    assert (found.names, found.fold.rows, found.keeper) == ([], {}, (99, 0, 0))


ODD: list[Any] = [None, True, 7, -1.5, "x", [], ["x"], [[1]], {}, {"x": []}]
KEYS = list(json.loads(ascii_text(state().fields())))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("odd", [..., *ODD], ids=repr)
def test_odd_fields(key: str, odd: Any) -> None:
    """A field that is missing or odd never raises here; what cannot be right is a new state."""
    kept = {**json.loads(ascii_text(state().fields())), key: odd}
    if odd is ...:
        del kept[key]

    found = again(kept)

    assert found.keeper == (99, 0, 0) or found.names == state().names or key == "names"


@pytest.mark.parametrize("rows", [[[0, 0, 0, 0, *range(9)]], [[1, 0, 0, 0, *range(10)]], [[-1, 0, 0, 0, *range(10)]]])
def test_rows_that_cannot_be(rows: list[list[int]]) -> None:
    """A row of another length, or of a model that has no name, is no row."""
    assert again({**parse(ascii_text(state().fields())), "rows": rows}).keeper == (99, 0, 0)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "[" * 100_000, '{"version":1'])
def test_texts_that_are_none(text: str) -> None:
    """Nothing is kept there."""
    assert parse(text) == {}
