"""The response: its key, and the fold of its lines."""

from __future__ import annotations

from itertools import permutations

import pytest

from tallystick.kernel.responses import UsageFold, identity

COUNTS = ("input", "write_5m", "write_1h", "write_unknown", "read", "output", "searches")


@pytest.mark.parametrize(
    ("message", "request_", "uuid", "expected"),
    [
        ("msg", "req", "uuid", "msg"),
        (None, "req", "uuid", "req"),
        ("", "req", "uuid", "req"),
        (None, None, "uuid", "uuid"),
        ("", "", "", None),
        (None, None, None, None),
    ],
)
def test_a_response_is_named_by_the_first_id_it_has(
    message: str | None, request_: str | None, uuid: str | None, expected: str | None
) -> None:
    """The message's id, else the request's, else the line's; an empty id is none."""
    assert expected == identity(message, request_, uuid)


@pytest.mark.parametrize(
    "order", list(permutations([(1, 9, 0, 2, 5, 3, 0), (4, 0, 7, 1, 6, 2, 1), (2, 8, 3, 3, 4, 9, 0)]))
)
def test_every_count_is_the_largest_of_its_lines(order: tuple[tuple[int, ...], ...]) -> None:
    """Whatever the order, and twice over."""
    fold = UsageFold(1, 1, -1)
    for counts in (*order, *order):
        fold.raise_to(*counts)

    assert [4, 9, 7, 3, 6, 9, 1] == [getattr(fold, name) for name in COUNTS]


def test_a_new_fold_knows_where_it_stands_and_nothing_else() -> None:
    """Line, part and time are given; all else is none or zero."""
    fold = UsageFold(7, 2, 1000)

    assert (7, 2, 1000) == (fold.line, fold.part, fold.t)
    assert {0} == {getattr(fold, name) for name in UsageFold.__slots__} - {7, 2, 1000}


def filled(line: int, t: int, mark: int) -> UsageFold:
    """A fold whose names are `mark` and whose counts are `mark` too."""
    fold = UsageFold(line, 1, t)
    fold.session = fold.model = fold.branch = mark
    fold.visible = fold.lines = fold.variant = mark
    fold.raise_to(*[mark] * 7)
    return fold


@pytest.mark.parametrize(
    ("t", "other_t", "expected"), [(5, 3, 3), (3, 5, 3), (-1, 5, 5), (5, -1, 5), (-1, -1, -1), (0, 4, 0)]
)
def test_stretches_merge_to_the_earliest_known_time(t: int, other_t: int, expected: int) -> None:
    """A time that is unknown (-1) is earlier than none."""
    fold = filled(1, t, 1)

    fold.merge(filled(2, other_t, 2))

    assert expected == fold.t


def test_stretches_merge_names_from_the_earlier_line_and_counts_from_both() -> None:
    """Names are those of the first line, characters and lines add up, bits join, counts are the largest."""
    later, earlier = filled(9, 1, 1), filled(2, 2, 2)
    earlier.claimed, earlier.side, earlier.stopped = 8, 1, 1

    later.merge(earlier)

    assert (2, 1, 2, 2, 2) == (later.line, later.part, later.session, later.model, later.branch)
    assert (8, 1, 1) == (later.claimed, later.side, later.stopped)
    assert (3, 3, 3) == (later.visible, later.lines, later.variant)
    assert [2] * 7 == [getattr(later, name) for name in COUNTS]


def test_a_later_stretch_changes_no_name() -> None:
    """What stands further down is no first line, and takes no claim away."""
    fold = filled(1, 1, 5)
    fold.claimed = 7
    other = filled(2, 2, 3)
    other.claimed = 9

    fold.merge(other)

    assert (1, 5, 5, 5, 7) == (fold.line, fold.session, fold.model, fold.branch, fold.claimed)
