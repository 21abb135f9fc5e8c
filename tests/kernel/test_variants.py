"""The bits that tell responses of one model apart by price."""

from __future__ import annotations

import pytest

from tallystick.kernel.variants import BATCH, FAST, OVER_100K, OVER_200K, US_GEO, prompt_bits


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [(0, 0), (100_000, 0), (100_001, OVER_100K), (200_000, OVER_100K), (200_001, OVER_100K | OVER_200K)],
)
def test_a_threshold_is_passed_strictly(prompt: int, expected: int) -> None:
    """A prompt of exactly the threshold is under it."""
    assert expected == prompt_bits(prompt)


def test_each_bit_is_its_own() -> None:
    """They are stored together in one number, so none may change."""
    assert [1, 2, 4, 8, 16] == [FAST, US_GEO, BATCH, OVER_100K, OVER_200K]
