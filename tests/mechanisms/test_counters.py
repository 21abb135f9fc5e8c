"""What was booked, turn by turn and in all."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.mechanisms.counters import Counters

ZERO = {"bash": 0, "amnesia": 0, "lazy": 0, "write": 0}


def after(*amounts: int) -> Counters:
    """Counters after turns of so much by `bash`."""
    counters = Counters()
    for amount in amounts:
        counters.add("bash", amount)
        counters.end_turn()
    return counters


def test_turn() -> None:
    """The seed's fields in its order, `write` in both objects; the row says what asking took."""
    counters = after(5)
    counters.add("bash", 10)
    counters.add("write", 3)
    counters.add("amnesia", 2)
    counters.add("amnesia", 1)
    counters.add_call(20, 4)
    counters.add_call(1, 0)
    event, row = counters.end_turn()

    assert list(event.items()) == [
        ("kind", "turn"),
        ("turn", 2),
        ("bash", 10),
        ("amnesia", 3),
        ("lazy", 0),
        ("write", 3),
        ("total", 16),
        ("cumulative", {"bash": 15, "amnesia": 3, "lazy": 0, "write": 3, "total": 21}),
    ]
    assert row == {
        "turn": 2,
        "bash": 10,
        "amnesia": 3,
        "lazy": 0,
        "write": 3,
        "aux_calls": 2,
        "aux_input": 21,
        "aux_output": 4,
    }
    assert (counters.total, counters.net) == (21, -4)


def test_less_than_nothing_is_nothing() -> None:
    """What got longer is not taken off what got shorter."""
    counters = Counters()
    counters.add("bash", 10)
    counters.add("bash", -4)

    assert counters.end_turn()[1]["bash"] == 10


def test_lazy_is_the_largest_of_a_turn() -> None:
    """Estimates of the same prompt are not added; the next turn begins without one."""
    counters = Counters()
    for tokens in (5, 9, 7):
        counters.expect(tokens)

    assert [counters.end_turn()[0]["lazy"] for _ in range(2)] == [9, 0]


def test_empty_turn_has_no_row() -> None:
    """It counts as a turn and adds nothing to the ledger."""
    counters = Counters()

    assert counters.end_turn()[1] == {}
    assert counters.count == 1


@pytest.mark.parametrize("act", [lambda c: c.add("bash", 1), lambda c: c.expect(1), lambda c: c.add_call(0, 0)])
def test_is_open(act: Any) -> None:
    """Whatever was booked since the last turn ended, a call of nothing too."""
    counters = after(1)
    assert not counters.is_open

    act(counters)

    assert counters.is_open


class TestSnapshots:
    """What the host keeps, and what comes back of it."""

    def test_round_trip(self) -> None:
        """Counters continue where they were."""
        counters = after(5, 7)
        counters.add_call(3, 1)
        counters.end_turn()
        again = Counters.of([counters.snapshot()])

        assert again.snapshot() == counters.snapshot()
        assert (again.count, again.net) == (3, 8)
        assert again.end_turn()[0]["turn"] == 4

    def test_last_one_holds(self) -> None:
        """Each replaces those before it on the branch."""
        again = Counters.of([after(5).snapshot(), after(5, 7).snapshot()])

        assert (again.cumulative["bash"], again.count) == (12, 2)

    def test_none_is_zero(self) -> None:
        """A new session begins at nothing."""
        counters = Counters.of([])

        assert (counters.cumulative, counters.turns, counters.is_open) == (ZERO, [], False)

    def test_only_the_last_40_turns(self) -> None:
        """The sum knows of all."""
        counters = after(*[1] * 50)

        kept: Any = counters.snapshot()
        assert [turn["turn"] for turn in kept["turns"]] == list(range(11, 51))
        assert kept["cumulative"]["bash"] == 50

    def test_kept_turns_are_copies(self) -> None:
        """What the host does with them changes nothing here."""
        counters = after(1)
        kept: Any = counters.snapshot()
        kept["turns"][0]["bash"] = 99
        kept["cumulative"]["bash"] = 99

        assert counters.snapshot() == after(1).snapshot()

    @pytest.mark.parametrize(
        "said",
        [
            {},
            {"cumulative": None, "turns": None},
            {"cumulative": {"bash": "5", "write": -1, "lazy": True}, "turns": [3]},
        ],
    )
    def test_nonsense_is_zero(self, said: Any) -> None:
        """What is no count is 0, and nothing is raised."""
        counters = Counters.of([said])

        assert counters.cumulative == ZERO

    def test_of_the_upstream_extension(self) -> None:
        """Its snapshots know no auxiliary calls and are taken up."""
        turn = {"turn": 7, **ZERO, "bash": 9, "total": 9}
        counters = Counters.of([{"cumulative": {**ZERO, "bash": 90}, "turns": [turn]}])

        assert (counters.total, counters.count, counters.net) == (90, 7, 90)
