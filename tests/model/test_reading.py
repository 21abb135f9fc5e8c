"""What one pass over a stretch of a transcript found."""

from __future__ import annotations

from tallystick.model.reading import Memory, Reading, Rejection


def test_a_memory_knows_nothing_yet() -> None:
    """No time, and no test that waits for its answer; two memories share nothing."""
    one, other = Memory(), Memory(5, (1, 2, 2))
    one.tests.add(9)

    assert (-1, {9}) == (one.last_t, one.tests)
    assert (5, {1, 2}) == (other.last_t, other.tests)
    assert set() == Memory().tests


def test_a_reading_is_empty_and_its_own() -> None:
    """Nothing found, nothing shared with another reading."""
    one = Reading()
    one.moments.append(b"x")

    assert [] == Reading().moments
    assert all(not getattr(Reading(), name) for name in Reading.__slots__)


def test_a_rejection_says_where_and_why() -> None:
    """Line, offset, reason."""
    found = Rejection(3, 120, "unreadable")

    assert (3, 120, "unreadable") == (found.line, found.offset, found.reason)
