"""What a response costs: rates in attodollars times the tokens of each class, and the variants that change a rate.

A class without a rate is not free: tokens in it make the cost unknown (None), never smaller.
"""

from __future__ import annotations

from tallystick.kernel.money import scale
from tallystick.kernel.variants import BATCH, FAST, US_GEO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

VARIANTS = ((FAST, "fast"), (US_GEO, "US-only inference"), (BATCH, "batch"))


class Rates:
    """Attodollars per token of each class, and per web search request; None where it is not sold."""

    __slots__ = ("input", "output", "read", "search", "write_1h", "write_5m")

    def __init__(
        self,
        input: int | None,  # noqa: A002 - the class's own name
        write_5m: int | None,
        write_1h: int | None,
        read: int | None,
        output: int | None,
        search: int | None,
    ) -> None:
        self.input = input
        self.write_5m = write_5m
        self.write_1h = write_1h
        self.read = read
        self.output = output
        self.search = search

    def astuple(self) -> tuple[int | None, ...]:
        """Return the six rates in the order of the constructor."""
        return (self.input, self.write_5m, self.write_1h, self.read, self.output, self.search)


def cost(
    rates: Rates,
    input: int,  # noqa: A002 - the class's own name
    write_5m: int,
    write_1h: int,
    write_unknown: int,
    read: int,
    output: int,
    searches: int,
) -> int | None:
    """Return the attodollars of these tokens and searches, or None if one of them has no rate.

    Cache writes of unknown lifetime are priced as five-minute writes.
    """
    try:
        # One expression because this runs once a row of a report; a rate of None ends in the except.
        return (
            input * rates.input  # type: ignore[operator]
            + (write_5m + write_unknown) * rates.write_5m  # type: ignore[operator]
            + write_1h * rates.write_1h  # type: ignore[operator]
            + read * rates.read  # type: ignore[operator]
            + output * rates.output  # type: ignore[operator]
            + searches * rates.search  # type: ignore[operator]
        )
    except TypeError:
        counts = (input, write_5m + write_unknown, write_1h, read, output, searches)
        return _cost_of_used(rates, counts)


def _cost_of_used(rates: Rates, counts: tuple[int, ...]) -> int | None:
    total = 0
    for rate, count in zip(rates.astuple(), counts, strict=True):
        if count:
            if rate is None:
                return None
            total += count * rate
    return total


def multiplied(rates: Rates, factor: int) -> Rates:
    """Return the rates times a factor in millionths; web searches cost the same in every variant."""
    return Rates(*[rate if rate is None else scale(rate, factor) for rate in rates.astuple()[:5]] + [rates.search])


def in_variant(rates: Rates, factors: Sequence[int | None], variant: int) -> Rates | str:
    """Return the rates of a variant, or its name where it is not sold; `factors` (millionths) are those of VARIANTS."""
    if variant & FAST and variant & BATCH:
        return "fast batch"
    for (bit, label), factor in zip(VARIANTS, factors, strict=True):
        if variant & bit:
            if factor is None:
                return label
            rates = multiplied(rates, factor)
    return rates
