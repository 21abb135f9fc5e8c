"""The title segment."""

from __future__ import annotations

import pytest

from tallystick.kernel.segments.title import render
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
