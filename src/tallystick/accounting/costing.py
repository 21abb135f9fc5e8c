"""Prices rows of usage: each by its model, time, variant and prompt, with the discount of its provider.

It answers None where something in the row has no price, and never guesses.
"""

from __future__ import annotations

from tallystick.kernel.money import MILLION, scale
from tallystick.kernel.pricing import cost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.accounting.pricebook import PriceBook, Quote
    from tallystick.model.usage import UsageRow

_TOLD_SIZES = frozenset((0, 100_000, 200_000))  # the thresholds that the OVER_ bits of a variant answer
_ALWAYS = 2**62


class Pricer:
    """Prices rows by a book; `names` gives model names by key, `discounts` factors in millionths by provider."""

    __slots__ = ("_book", "_discounts", "_known", "_names")

    def __init__(self, book: PriceBook, names: Mapping[int, str], discounts: Mapping[str, int]) -> None:
        self._book = book
        self._names = names
        self._discounts = discounts
        self._known: dict[tuple[int, int], tuple[int, int, Quote | None]] = {}

    def price(self, row: UsageRow) -> int | None:
        """Return the attodollars of a row whose responses all ran under one price, or None."""
        return self._cost(row, self._quote(row))

    def price_exactly(self, row: UsageRow, prompt: int, at_ms: int | None) -> int | None:
        """Return the attodollars of one response, of which prompt and time are known to the token and millisecond."""
        return self._cost(row, self._book.quote(self._names.get(row.model, ""), at_ms, row.variant, prompt))

    def price_unplaced(self, row: UsageRow, first_ms: int | None, last_ms: int | None) -> int | None:
        """Return the attodollars of usage somewhere between two moments, in requests of unknown number and size; None
        unless both moments, and the least and largest prompt that it allows, give the same.
        """
        name = self._names.get(row.model, "")
        largest = row.input + row.write_5m + row.write_1h + row.write_unknown + row.read
        quotes = [self._book.quote(name, at_ms, 0, size) for at_ms in (first_ms, last_ms) for size in (0, largest)]
        costs = {self._cost(row, quote) for quote in quotes}
        return costs.pop() if len(costs) == 1 else None

    def needs_exact(self, row: UsageRow) -> bool:
        """Say whether the responses of a row must be priced one by one: the list has a threshold of its own, or lacks
        a rate that some of them may not need.
        """
        if not _TOLD_SIZES.issuperset(self._book.thresholds):
            return True
        quote = self._quote(row)
        return row.responses > 1 and quote is not None and self._cost(row, quote) is None

    def _quote(self, row: UsageRow) -> Quote | None:
        at_ms = row.q * 900_000
        known = self._known.get((row.model, row.variant))
        if known is None or not known[0] <= at_ms < known[1]:
            known = self._known[row.model, row.variant] = self._look_up(row, at_ms)
        return known[2]

    def _look_up(self, row: UsageRow, at_ms: int) -> tuple[int, int, Quote | None]:
        name = self._names.get(row.model, "")
        if at_ms < 0:
            return -_ALWAYS, 0, self._book.quote(name, None, row.variant)
        found = self._book.explain(name, at_ms, row.variant)
        return max(found.valid_from_ms, 0), found.valid_until_ms, found.quote  # below 0 lies usage without a time

    def _cost(self, row: UsageRow, quote: Quote | None) -> int | None:
        if quote is None:
            return None
        counts = (row.input, row.write_5m, row.write_1h, row.write_unknown, row.read, row.output, row.searches)
        found = cost(quote.rates, *counts)
        if found is None or not self._discounts:
            return found
        return scale(found, self._discounts.get(quote.row.provider, MILLION))
