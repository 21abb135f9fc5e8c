"""Tokens times rates, and what changes a rate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel.pricing import Rates, cost, in_variant, multiplied
from tallystick.kernel.variants import BATCH, FAST, US_GEO

COUNTS = st.tuples(*[st.integers(0, 10**9)] * 7)
RATES = Rates(2, 3, 5, 7, 11, 13)


def test_each_class_has_its_own_rate() -> None:
    """1*2 + (10+100)*3 + 1000*5 + 10000*7 + 100000*11 + 1000000*13: unknown lifetimes cost as five-minute ones."""
    assert 14_175_332 == cost(RATES, 1, 10, 1000, 100, 10_000, 100_000, 1_000_000)


@pytest.mark.parametrize("place", range(6))
def test_a_class_without_a_rate_is_unknown_when_used(place: int) -> None:
    """Tokens without a rate make the cost unknown; no tokens of that class leave the others' sum."""
    rates = list(RATES.astuple())
    rates[place] = None
    unsold = Rates(*rates)
    counts = [1, 1, 1, 0, 1, 1, 1]
    used = [0, 1, 2, 4, 5, 6][place]

    assert cost(unsold, *counts) is None
    counts[used] = 0
    assert 2 + 3 + 5 + 7 + 11 + 13 - (2, 3, 5, 7, 11, 13)[place] == cost(unsold, *counts)


def test_unknown_lifetime_needs_the_five_minute_rate() -> None:
    """Writes of unknown lifetime are unpriced where five-minute writes are not sold."""
    assert cost(Rates(2, None, 5, 7, 11, None), 1, 0, 0, 1, 0, 0, 0) is None


@given(COUNTS, COUNTS)
def test_cost_adds_up(one: tuple[int, ...], other: tuple[int, ...]) -> None:
    """The cost of a sum is the sum of the costs, to the last digit."""
    both = [a + b for a, b in zip(one, other, strict=True)]

    assert cost(RATES, *both) == (cost(RATES, *one) or 0) + (cost(RATES, *other) or 0)


def test_a_variant_leaves_searches_alone() -> None:
    """Tokens cost twice as much, a search what it cost, and what is not sold stays so."""
    assert (4, None, 10, 14, 22, 13) == multiplied(Rates(2, None, 5, 7, 11, 13), 2_000_000).astuple()


@pytest.mark.parametrize(
    ("factors", "variant", "expected"),
    [
        ((None, None, None), 0, (2, 3, 5, 7, 11, 13)),
        ((2_000_000, None, None), FAST, (4, 6, 10, 14, 22, 13)),
        ((2_000_000, 3_000_000, None), FAST | US_GEO, (12, 18, 30, 42, 66, 13)),
        ((None, 2_000_000, None), FAST | US_GEO, "fast"),
        ((2_000_000, None, 2_000_000), BATCH | US_GEO, "US-only inference"),
        ((2_000_000, None, None), BATCH, "batch"),
        ((2_000_000, 2_000_000, 2_000_000), FAST | BATCH, "fast batch"),
    ],
)
def test_variants(factors: tuple[int | None, ...], variant: int, expected: tuple[int, ...] | str) -> None:
    """Factors multiply; one that is not sold is named, and nobody sells fast batches."""
    found = in_variant(RATES, factors, variant)

    assert expected == (found if isinstance(found, str) else found.astuple())
