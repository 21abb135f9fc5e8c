"""The limits segment: what the client reports of the official windows."""

from __future__ import annotations

import pytest

from tallystick.kernel.segments.limits import render
from tests.kernel.segments.look import snapshot


@pytest.mark.parametrize(
    ("five", "seven", "expected"),
    [
        (None, None, ""),
        (24.0, None, "⏳24%"),
        (None, 41, "📅41%"),
        (49.4, 49.5, "⏳49% \033[33m📅50%\033[0m"),
        (79.4, 79.5, "\033[33m⏳79%\033[0m \033[31m📅80%\033[0m"),
        (0, 0.2, "⏳0% 📅<1%"),
        (130, 100, "\033[31m⏳130%\033[0m \033[31m📅100%\033[0m"),
    ],
)
def test_limits(five: float | None, seven: float | None, expected: str) -> None:
    """Amber from 50 and red from 80 on the rounded figure; a window that is not reported is not there."""
    assert expected == render(snapshot(five_hours=five, seven_days=seven))
