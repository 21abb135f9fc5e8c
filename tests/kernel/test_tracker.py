"""The tracker of the context's size: the peak, the last compaction, and a sum that never falls."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel.tracker import Tracker, percent


def follow(*readings: int | None) -> Tracker:
    """A tracker that saw these readings."""
    tracker = Tracker()
    for reading in readings:
        tracker.note(reading)
    return tracker


@pytest.mark.parametrize(
    ("readings", "before"),
    [
        ((100_000, 59_999), 100_000),
        ((100_000, 60_000), None),  # not below 0.6 of the peak
        ((20_000, 10_000), None),  # a drop of 10,000 is not more than 10,000
        ((20_000, 9_999), 20_000),
        ((100_000, 150_000, 0, None, 40_000), 150_000),
        ((100_000, 30_000, 90_000, 20_000), 90_000),  # the peak begins anew behind a compaction
        ((100_000, 80_000, 59_000), 100_000),  # slowly, too
        ((0, None), None),
    ],
)
def test_compactions(readings: tuple[int | None, ...], before: int | None) -> None:
    """Below 0.6 of the peak and by more than 10,000 tokens; readings of nothing say nothing."""
    found = follow(*readings)

    assert before == found.before
    assert before is None or found.after == readings[-1]


def test_the_sum_of_all_that_was_there() -> None:
    """A reading below the last one folds that one in: 100 + 60 + 90."""
    assert follow(80, 100, 0, 60, None, 90).total == 190


@given(readings=st.lists(st.none() | st.integers(0, 10**6)))
def test_the_sum_never_falls(readings: list[int | None]) -> None:
    """Whatever comes; and a reading is said to change something exactly if it does."""
    tracker = Tracker()
    for reading in readings:
        before, total = tracker.fields(), tracker.total
        assert tracker.note(reading) == (before != tracker.fields())
        assert tracker.total >= total


@given(readings=st.lists(st.integers(0, 10**6)))
def test_what_is_kept_comes_back(readings: list[int]) -> None:
    """Fields written and read are the same tracker."""
    tracker = follow(*readings)

    assert tracker.fields() == Tracker.of(tracker.fields()).fields()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, (0, 0, 0, None, None)),
        (
            {"peak_input_tokens": 9, "last_compaction": {"before": 200, "after": 90, "reclaimed_pct": 55.0}},
            (9, 0, 0, 200, 55),
        ),
        ({"peak_input_tokens": "9", "base_input_tokens": -1, "current_input_tokens": True}, (0, 0, 0, None, None)),
        ({"last_compaction": "odd"}, (0, 0, 0, None, None)),
        ({"last_compaction": {"before": 9, "after": 90}}, (0, 0, 0, None, None)),
    ],
)
def test_what_others_kept(fields: dict[str, Any], expected: tuple[int | None, ...]) -> None:
    """A state of another version keeps its tracker; odd values are as at the beginning."""
    found = Tracker.of(fields)

    assert expected == (found.peak, found.base, found.current, found.before, found.reclaimed)


@pytest.mark.parametrize(("part", "whole", "expected"), [(1, 8, 13), (1, 3, 33), (0, 5, 0), (5, 5, 100), (9, 5, 180)])
def test_percent(part: int, whole: int, expected: int) -> None:
    """12.5 is 13."""
    assert expected == percent(part, whole)
