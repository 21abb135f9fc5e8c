"""The depletion frontier: distinct exhaustions, and their ranges once there are enough."""

from __future__ import annotations

import pytest

from tallystick.accounting.frontier import Notice, distinct, draw, family, is_weekly
from tests.receipts import NINE, PARTITION, exhaustion

HOUR = 3_600_000
RESET = NINE + 18_000


def notice(hours: float, resets: int | None = None, *, weekly: bool = False) -> Notice:
    """A notice so many hours after nine."""
    t = int(NINE * 1000 + hours * HOUR)
    return Notice(t, is_weekly=weekly, resets=resets, evidence=f"5e550000:e{t}", session=1, file=1, line=5)


@pytest.mark.parametrize(
    ("notices", "expected"),
    [
        ([], []),
        # asked again, and a child refused too: one exhaustion
        ([notice(1, RESET), notice(2, RESET + 3), notice(1.5, RESET - 60)], [1]),
        ([notice(2), notice(1, RESET), notice(5.9)], [1]),
        # another window
        ([notice(1, RESET), notice(6, RESET + 18_000)], [1, 6]),
        ([notice(1), notice(6)], [1, 6]),
        # the weekly allowance is another one, and lasts a week
        (
            [notice(1, RESET), notice(1, RESET, weekly=True), notice(160, weekly=True), notice(169, weekly=True)],
            [1, 1, 169],
        ),
        # two accounts at once: resets that differ are two, however near
        ([notice(1, RESET), notice(1.1, RESET + 3600)], [1, 1.1]),
    ],
)
def test_distinct(notices: list[Notice], expected: list[float]) -> None:
    """The first notice of each exhaustion stays."""
    assert expected == [(one.t - NINE * 1000) / HOUR for one in distinct(notices)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("weekly", True),
        ("seven_day", True),
        ("seven_day_opus", True),
        ("five_hour", False),
        ("session", False),
        ("", False),
    ],
)
def test_weekly_by_name(name: str, expected: bool) -> None:  # noqa: FBT001 - the verdict
    """Which allowance a limit's name means."""
    assert expected == is_weekly(name)


@pytest.mark.parametrize(
    ("model", "expected"),
    [("claude-opus-4-6", "opus"), ("claude-3-5-haiku", "haiku"), ("kiln-1", "kiln-1"), ("", "unknown")],
)
def test_family(model: str, expected: str) -> None:
    """A family by its name, else the model itself."""
    assert expected == family(model)


def test_frontier_needs_four_of_one_partition() -> None:
    """Three, or four of different kinds, or weekly ones, say nothing."""
    three = [exhaustion(t) for t in range(3)]

    assert draw([]) == []
    assert draw(three) == []
    assert draw([*three, exhaustion(3, partition=("max_5x", *PARTITION[1:]))]) == []
    assert draw([*three, exhaustion(3, is_weekly=True)]) == []


def test_ranges() -> None:
    """Least and most of each; 25 of 40 prompt tokens cached are 62.5 %, rounded away from zero."""
    found = [
        exhaustion(t, output=10 * t, input=5 - t, cached=cached, prompt=prompt, exposure=100 * t)
        for t, (cached, prompt) in enumerate([(25, 40), (0, 0), (9, 10), (10, 10)])
    ]
    (one,) = draw([*found, exhaustion(9, partition=("max_5x", *PARTITION[1:]))])

    assert (one.partition, one.observed) == (PARTITION, found)
    assert (one.output, one.input, one.exposure) == ((0, 30), (2, 5), (0, 300))
    assert one.cached == (63, 100)  # the one without any prompt says nothing of the mix
