"""The model segment."""

from __future__ import annotations

from tallystick.kernel.segments.model import render
from tests.kernel.segments.look import snapshot


def test_model() -> None:
    """The name alone, without a colour."""
    assert render(snapshot(model="Opus 5.5")) == "Opus 5.5"
