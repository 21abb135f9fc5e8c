"""The cache segment: how much came from the prompt cache, and for how long it is still there."""

from __future__ import annotations

import pytest

from tallystick.kernel.segments.cache import render
from tests.kernel.segments.look import snapshot


@pytest.mark.parametrize(
    ("cache", "expected"),
    [
        (None, ""),
        ((0.9293, 1252.9), "cache 93% 4m12s"),
        ((0.001, 1005), "cache <1% 0m05s"),
        ((1, 1000), "cache 100% cold"),
        ((None, 4600), "cache 1h00m"),
        ((7.5, None), "cache cold"),
    ],
)
def test_cache(cache: tuple[float | None, float | None] | None, expected: str) -> None:
    """Minutes and seconds, or hours; a share that is none is left out; what has expired is cold."""
    assert expected == render(snapshot(cache=cache, now_s=1000))
