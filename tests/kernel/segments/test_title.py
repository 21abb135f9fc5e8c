"""The title segment."""

from __future__ import annotations

import pytest

from tallystick.kernel.segments.title import narrow, render
from tests.kernel.segments.look import snapshot


@pytest.mark.parametrize(
    ("model", "effort", "expected"),
    [
        ("Opus 5.5", "high", "\033[95mOpus 5.5\033[0m \033[93m[effort: high]\033[0m"),
        ("Opus 5.5", "", "\033[95mOpus 5.5\033[0m"),
        ("", "low", "\033[93m[effort: low]\033[0m"),
        ("", "", ""),
    ],
)
def test_title(model: str, effort: str, expected: str) -> None:
    """Name and effort, each only if it is known."""
    assert expected == render(snapshot(model=model, effort=effort))


def test_where_room_is_scarce() -> None:
    """The model without its effort."""
    assert "\033[95mOpus 5.5\033[0m" == narrow(snapshot(model="Opus 5.5", effort="high"), 40)
    assert narrow(snapshot(effort="high"), 40) == ""
