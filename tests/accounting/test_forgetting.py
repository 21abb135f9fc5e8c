"""What compactions dropped, round by round."""

from __future__ import annotations

from tallystick.accounting.decisions import Phrases
from tallystick.accounting.forgetting import Rounds
from tallystick.host import words
from tallystick.model.talk import BOUNDARY, CALL, SUMMARY, TEXT, Said


def rounds(*talk: Said) -> Rounds:
    """What was found in a talk."""
    found = Rounds(Phrases(words.decisions()))
    found.follow(talk)
    return found


def said(line: int, words_: str) -> Said:
    """Words of the model."""
    return Said(TEXT, line, 1, f"u{line}", "2026-03-02T09:00:00Z", text=words_, model="m")


def call(line: int, words_: str) -> Said:
    """A call."""
    return Said(CALL, line, 1, f"u{line}", "", text=words_)


def boundary(line: int, *kept: str) -> Said:
    """A boundary that keeps some lines."""
    return Said(BOUNDARY, line, 1, f"u{line}", "", preserved=frozenset(kept))


def summary(line: int, words_: str = "In short: pots.") -> Said:
    """A summary."""
    return Said(SUMMARY, line, 1, f"u{line}", "", text=words_)


FIRST = "We decided to fire it at night."
SECOND = "We will not open it before the morning."


def test_a_round() -> None:
    """What was dropped, what the summary kept, and what was done right after."""
    found = rounds(
        said(1, FIRST + " It is firing well at the moment."),
        call(2, "Bash ls"),
        call(3, "Read a"),
        call(4, "Read b"),
        call(5, "Read c"),
        said(6, SECOND),
        boundary(7),
        summary(8, f"In short: {SECOND}"),
        said(9, FIRST),
    )

    assert 1 == found.count
    assert [("decision", 1, False), ("rejected", 6, True)] == [
        (one.kind, one.line, one.survived) for one in found.found
    ]
    assert [("Bash ls", "Read a", "Read b"), ()] == [one.followed_by for one in found.found]


def test_what_is_preserved_is_not_dropped() -> None:
    """It is when the next compaction does not keep it."""
    found = rounds(said(1, FIRST), said(2, SECOND), boundary(3, "u2"), summary(4), boundary(5), summary(6))

    assert [(1, 1), (2, 2)] == [(one.line, one.round) for one in found.found]


def test_a_summary_without_a_boundary_is_one() -> None:
    """As an old client writes it."""
    found = rounds(said(1, FIRST), summary(2), said(3, SECOND), summary(4))

    assert (2, [1, 2]) == (found.count, [one.round for one in found.found])


def test_a_boundary_whose_summary_is_far_away() -> None:
    """Behind four other things a summary is a compaction of its own."""
    found = rounds(boundary(1), *(said(line, "Well.") for line in range(2, 7)), summary(7))

    assert 2 == found.count
    assert 1 == rounds(boundary(1), *(said(line, "Well.") for line in range(2, 5)), summary(7)).count
