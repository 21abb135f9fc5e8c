"""What only the client's running totals know."""

from __future__ import annotations

from tallystick.accounting import unattributed

OPUS, HAIKU = 1, 2
Counts = dict[int, tuple[int, ...]]


def test_running_totals_count_by_their_largest() -> None:
    """They only grow, so a smaller one is of a process that began again; models apart, classes apart."""
    rows = [(OPUS, 5, 1, 0, 0, 9, 3, 0), (OPUS, 2, 4, 0, 0, 1, 8, 1), (HAIKU, 1, 1, 1, 1, 1, 1, 1)]

    assert {OPUS: (5, 4, 0, 0, 9, 8, 1), HAIKU: (1, 1, 1, 1, 1, 1, 1)} == unattributed.maxima(rows)


def test_lines_count_each_response_once() -> None:
    """Copies fold by maximum; a nested line (part 2 or 3) counts only where no other has its key; models add up."""
    rows = [
        (100, OPUS, 0, 1, 0, 0, 0, 10, 5, 0),
        (100, OPUS, 1, 1, 0, 0, 0, 10, 7, 0),  # a copy that got further
        (101, OPUS, 0, 2, 0, 0, 0, 20, 1, 0),
        (100, OPUS, 2, 1, 0, 0, 0, 10, 99, 0),  # nested, and not alone
        (102, HAIKU, 3, 4, 0, 0, 0, 0, 4, 1),  # nested, and alone
        (102, HAIKU, 2, 3, 0, 0, 0, 0, 6, 0),
    ]

    # opus: 1 + 2 fresh, 10 + 20 read, 7 + 1 output; haiku: the larger of its two
    assert {OPUS: (3, 0, 0, 0, 30, 8, 0), HAIKU: (4, 0, 0, 0, 0, 6, 1)} == unattributed.lines_by_model(rows)


def test_what_is_left_is_never_negative() -> None:
    """Class by class: what one lacks is not taken from another; a model with nothing left is not named."""
    stated: Counts = {OPUS: (10, 5, 5, 0, 100, 50, 2), HAIKU: (1, 0, 0, 0, 0, 0, 0)}
    known: Counts = {OPUS: (4, 9, 5, 0, 60, 70, 2), HAIKU: (1, 0, 0, 0, 0, 0, 0)}

    assert {OPUS: (6, 0, 0, 0, 40, 0, 0)} == unattributed.minus(stated, known)


def test_writes_of_an_unknown_time_are_compared_with_those_of_five_minutes() -> None:
    """The client files them under one, the lines may under the other: 30 + 10 stated, 5 + 15 known."""
    stated: Counts = {OPUS: (0, 30, 0, 10, 0, 0, 0)}
    known: Counts = {OPUS: (0, 5, 0, 15, 0, 0, 0)}

    assert {OPUS: (0, 20, 0, 0, 0, 0, 0)} == unattributed.minus(stated, known)


def test_a_model_that_no_line_names_is_left_whole() -> None:
    """Nothing is known of it but what the client says."""
    assert {HAIKU: (1, 2, 3, 0, 5, 6, 7)} == unattributed.minus({HAIKU: (1, 2, 3, 0, 5, 6, 7)}, {})
