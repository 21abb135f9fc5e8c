"""The context segment: the share of the window by input alone, or what the last compaction did."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.kernel.segments.context import render
from tallystick.kernel.tracker import Tracker
from tests.kernel.segments.look import snapshot


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"context": 82_000}, "ctx 41%"),
        ({"context": 99_800}, "ctx 50%"),  # 49.9: shown rounded, coloured by what it is
        ({"context": 100_000}, "\033[31mctx 50%\033[0m"),
        ({"context": 100}, "ctx <1%"),
        ({"context": 0}, "ctx 0%"),
        ({"context": 1_000, "window": 8_000}, "ctx 13%"),  # 12.5
        ({"share": 41.0}, "ctx 41%"),
        ({"share": 50.5}, "\033[31mctx 51%\033[0m"),
        ({"is_over_200k": True}, "\033[31mctx>200k\033[0m"),
        ({}, ""),
        ({"context": 82_000, "tracker": Tracker()}, "ctx 41%"),
    ],
)
def test_share(fields: dict[str, Any], expected: str) -> None:
    """Red from half of the window on; unknown is nothing."""
    assert expected == render(snapshot(**fields))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (160_999, 24_500, "⤵ 160k→24k (85%)"),  # 136,499 of 160,999 are 84.8 %
        (1_900_000, 900, "⤵ 1m→900 (100%)"),
    ],
)
def test_compaction(before: int, after: int, expected: str) -> None:
    """Thousands and millions are rounded down; it stays, whatever the context is now."""
    tracker = Tracker()
    for reading in (before, after):
        tracker.note(reading)

    assert expected == render(snapshot(context=150_000, tracker=tracker))
