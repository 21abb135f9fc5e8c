"""The savings segment."""

from __future__ import annotations

from tallystick.kernel.savings import Percents, Saving
from tallystick.kernel.segments.savings import render
from tests.kernel.segments.look import snapshot


def test_latest_and_mean() -> None:
    """The latest call's share, and the mean of 20, 30 and 40."""
    found = Percents()
    for saved in (20, 30, 40):
        found.add(Saving("compress", saved, 100, 0.01))

    assert render(snapshot(savings=found)) == "💸40%/30%"


def test_nothing_saved() -> None:
    """No row is a dash; no ledger to look at is nothing."""
    assert render(snapshot(savings=Percents())) == "💸—"
    assert not render(snapshot())
