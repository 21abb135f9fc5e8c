"""Which session a response is booked to."""

from __future__ import annotations

import pytest

from tallystick.accounting import owners
from tallystick.accounting.owners import SessionFacts

ONE, TWO, THREE = 11, 22, 33


@pytest.mark.parametrize(
    ("sessions", "expected"),
    [
        ({ONE: ("b", 5, 9), TWO: ("a", 7, 1)}, (ONE, owners.STARTED_FIRST)),
        ({ONE: ("b", None, None), TWO: ("a", 7, None)}, (TWO, owners.STARTED_FIRST)),
        ({ONE: ("a", 5, 9), TWO: ("b", 5, 8)}, (TWO, owners.OWN_LINE_FIRST)),
        ({ONE: ("a", 5, None), TWO: ("b", 5, 8)}, (TWO, owners.OWN_LINE_FIRST)),
        ({ONE: ("b", 5, 8), TWO: ("a", 5, 8)}, (TWO, owners.SMALLER_ID)),
        ({ONE: ("b", None, None), TWO: ("a", None, None)}, (TWO, owners.SMALLER_ID)),
        # of three, the latest starter is out, though its own line is first
        ({ONE: ("c", 5, 8), TWO: ("b", 5, 8), THREE: ("a", 6, 1)}, (TWO, owners.SMALLER_ID)),
        ({ONE: ("a", 5, None)}, (ONE, owners.STARTED_FIRST)),
    ],
)
def test_the_first_to_start_owns(
    sessions: dict[int, tuple[str, int | None, int | None]], expected: tuple[int, int]
) -> None:
    """The first whose lines start; of those alike, the first with a line of its own; else the smaller id."""
    assert expected == owners.choose({key: SessionFacts(*facts) for key, facts in sessions.items()})


def test_a_line_of_its_own_is_one_whose_uuid_no_other_has() -> None:
    """Shared uuids are nobody's; unknown times are no times; a line without a uuid is its session's own."""
    lines = {
        ONE: [(1, 10), (2, 20), (3, -1), (4, 40)],
        TWO: [(1, 10), (2, 20), (5, 25), (5, 24)],
        THREE: [(1, 10), (0, 7), (0, -1)],
    }

    assert {ONE: 40, TWO: 24, THREE: 7} == owners.first_own_times(lines)


def test_a_session_of_copies_has_no_line_of_its_own() -> None:
    """Everything it holds, another holds too."""
    assert {ONE: None, TWO: 2} == owners.first_own_times({ONE: [(1, 1)], TWO: [(1, 1), (2, 2)]})


def test_every_basis_has_its_words() -> None:
    """A basis is stored as a number and shown as a sentence."""
    assert len(owners.BASES) == owners.SMALLER_ID + 1
    assert all(owners.BASES[1:])
