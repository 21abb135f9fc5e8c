"""Windows: official ones as they were recorded, the grid elsewhere, and every moment in exactly one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.windows import LENGTH, Reading, Windows, settle

# 18000 * 98000 = 1764000000: a round number of windows; the grid of offset 4 begins an hour later.
BASE = 1_764_000_000
HOUR = 3600
FIRST = BASE + 10 * HOUR  # a reset: its window is from BASE + 5 h to BASE + 10 h


def bounds(windows: Windows, second: int) -> tuple[int, int, bool]:
    """A window as hours after BASE, and whether it is official."""
    found = windows.at(second)
    return (found.start - BASE) // HOUR, (found.end - BASE) // HOUR, found.is_official


def readings(*resets: float, read_s: int = BASE + 7 * HOUR) -> list[Reading]:
    """Readings of these resets, all taken at one time."""
    return [Reading(read_s, 10, reset) for reset in resets]


@pytest.mark.parametrize(
    ("hour", "expected"),
    [
        (1, (1, 6, False)),
        (5, (1, 6, False)),
        (6, (6, 11, False)),
        (-1, (-4, 1, False)),
    ],
)
def test_grid(hour: int, expected: tuple[int, int, bool]) -> None:
    """Without a recorded reset the grid stands: epoch seconds = 3600 mod 18000."""
    assert expected == bounds(Windows(), BASE + hour * HOUR)


def test_grid_of_the_user() -> None:
    """The grid can be moved by quarters of an hour."""
    assert bounds(Windows(offset=8), BASE + 2 * HOUR) == (2, 7, False)


@pytest.mark.parametrize(
    ("hour", "expected"),
    [
        (4, (1, 5, False)),  # the grid's window is cut where the official one begins
        (5, (5, 10, True)),
        (9, (5, 10, True)),
        (10, (10, 11, False)),  # what it leaves over of the next one
        (11, (11, 16, False)),
    ],
)
def test_official_window_cuts_the_grid(hour: int, expected: tuple[int, int, bool]) -> None:
    """An official window stands whole; the grid has what it leaves over."""
    windows = Windows([FIRST])

    assert windows.has_official
    assert expected == bounds(windows, BASE + hour * HOUR)


def test_a_second_decides() -> None:
    """The start is in a window, the end is not."""
    windows = Windows([FIRST])

    assert [windows.at(second).is_official for second in (FIRST - LENGTH - 1, FIRST - LENGTH)] == [False, True]
    assert [windows.at(second).is_official for second in (FIRST - 1, FIRST)] == [True, False]


@pytest.mark.parametrize(
    ("hour", "expected"),
    [(6, (5, 8, True)), (8, (8, 13, True)), (12, (8, 13, True)), (13, (13, 16, False))],
)
def test_two_at_once(hour: int, expected: tuple[int, int, bool]) -> None:
    """A plan reset early, or a second account: a window ends where the next official one begins."""
    assert expected == bounds(Windows([BASE + 13 * HOUR, FIRST]), BASE + hour * HOUR)


def test_wobble() -> None:
    """Resets that differ by seconds are one, on the minute nearest to what was told first."""
    assert settle(readings(FIRST - 2, FIRST + 1, FIRST + 0.4, FIRST + 290)) == [FIRST]
    assert settle(readings(FIRST + 29.9)) == [FIRST]
    assert settle(readings(FIRST + 30)) == [FIRST + 60]
    assert settle(readings(FIRST + 301)) == [FIRST + 300]


def test_later_readings_move_nothing() -> None:
    """A settled reset stays where it is, and new ones come beside it."""
    settled = settle(readings(FIRST))

    assert settle(readings(FIRST + 200, FIRST + LENGTH), settled) == [
        FIRST
    ]  # five hours ahead of 10:00 was not read at 7
    assert settle(readings(FIRST + 200, FIRST + LENGTH, read_s=FIRST), settled) == [FIRST, FIRST + LENGTH]
    assert settle(readings(FIRST - LENGTH), settled) == [FIRST - LENGTH, FIRST]  # an idle session's old reading


def test_a_reset_too_far_ahead_is_none() -> None:
    """No five-hour window resets in more than five hours: a clock is wrong, so nothing is known."""
    assert settle(readings(BASE + 12 * HOUR + 300)) == [BASE + 12 * HOUR + 300]
    assert settle(readings(BASE + 12 * HOUR + 301)) == []


def test_split_quarters() -> None:
    """A quarter of an hour is split where an official window begins or ends within it, not on its edge."""
    odd = FIRST + 400  # begins and ends 400 seconds into a quarter
    q = BASE // 900

    assert Windows([FIRST]).split(0, q * 2) == []
    assert Windows([odd]).split(0, q * 2) == [q + 20, q + 40]
    assert Windows([odd]).split(q + 21, q + 39) == []
    # a second one begins at 8 h: the first ends there, on an edge
    assert Windows([odd, BASE + 13 * HOUR]).split(0, q * 2) == [q + 20]


RESETS = st.lists(st.integers(0, 12 * LENGTH), max_size=6).map(
    lambda found: settle([Reading(BASE + one, 1, BASE + one) for one in found])
)


@given(RESETS, st.integers(0, 19), st.lists(st.integers(BASE - LENGTH, BASE + 13 * LENGTH), min_size=2, max_size=20))
def test_windows_part_the_time(resets: list[int], offset: int, seconds: list[int]) -> None:
    """Every moment is in the window that it asks for, every moment of a window names the same, and none is longer."""
    windows = Windows(resets, offset)

    for second in seconds:
        found = windows.at(second)
        assert found.start <= second < found.end <= found.start + LENGTH
        for inside in (found.start, (found.start + found.end) // 2, found.end - 1):
            same = windows.at(inside)
            assert (same.start, same.end, same.is_official) == (found.start, found.end, found.is_official)
        assert windows.at(found.end).start == found.end
        assert windows.at(found.start - 1).end == found.start
        if not found.is_official and found.end % 900 and found.end not in {reset - LENGTH for reset in resets}:
            pytest.fail("a window of the grid ends on a quarter, or where an official one begins")


@given(RESETS, st.integers(BASE // 900 - 20, BASE // 900 + 260))
def test_what_is_not_split_is_in_one_window(resets: list[int], q: int) -> None:
    """The first and the last second of a quarter are in one window, unless the quarter is named as split."""
    windows = Windows(resets)
    is_whole = windows.at(q * 900).start == windows.at(q * 900 + 899).start

    assert is_whole == (windows.split(q, q) == [])
