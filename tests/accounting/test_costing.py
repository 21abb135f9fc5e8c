"""Costing: rows priced by model, time, variant and prompt; None wherever something has no price."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.costing import Pricer
from tallystick.accounting.pricebook import PriceBook
from tallystick.kernel.variants import FAST, OVER_100K
from tallystick.model.usage import UsageRow
from tests.accounting.pricelist import OCT_7, row

MODEL, OTHER = 7, 8
NAMES = {MODEL: "m", OTHER: "unheard-of"}
USD_A_MILLION = 10**12
OCT_7_Q = OCT_7 // 900_000


def used(q: int = OCT_7_Q, model: int = MODEL, variant: int = 0, responses: int = 1, **counts: int) -> UsageRow:
    """A row of usage; counts that are not named are 0."""
    names = ("input", "write_5m", "write_1h", "write_unknown", "read", "output", "searches")
    return UsageRow(q, 0, 0, model, variant, 0, 0, responses, 0, *(counts.get(name, 0) for name in names))


def pricer(*rows: Any, discounts: dict[str, int] | None = None) -> Pricer:
    """A pricer by these rows."""
    return Pricer(PriceBook(rows or (row(),)), NAMES, discounts or {})


def test_prices_by_class() -> None:
    """Each class at its own rate: 2x1 + 3x2 + (4+5)x4 ... in USD a million."""
    rates = {
        "input": "1",
        "cache_write_5m": "2",
        "cache_write_1h": "3",
        "cache_read": "0.5",
        "output": "10",
        "web_search": "10",
    }
    counts = {"input": 2, "write_5m": 3, "write_unknown": 4, "write_1h": 5, "read": 6, "output": 7, "searches": 1}

    # 2*1 + (3+4)*2 + 5*3 + 6*0.5 + 7*10 = 104 millionths; a search is 10 USD a thousand = 10,000 millionths.
    assert pricer(row(**rates)).price(used(**counts)) == 10_104 * USD_A_MILLION


def test_price_changes_with_time() -> None:
    """The same model before and from 2026-10-07 on, asked in both orders; without a time it has no price."""
    one = pricer(row(effective_until="2026-10-07"), row(effective_from="2026-10-07", input="4"))

    assert one.price(used(OCT_7_Q, input=1)) == 4 * USD_A_MILLION
    assert one.price(used(OCT_7_Q - 1, input=1)) == USD_A_MILLION
    assert one.price(used(OCT_7_Q + 9, input=1)) == 4 * USD_A_MILLION
    assert one.price(used(-1, input=1)) is None


def test_no_time_is_no_obstacle_where_nothing_changed() -> None:
    """A model that always had one price has it at an unknown time too."""
    one = pricer()

    assert one.price(used(-1, input=3)) == 3 * USD_A_MILLION
    assert one.price(used(OCT_7_Q, input=3)) == 3 * USD_A_MILLION


def test_unpriced() -> None:
    """An unknown model, an unknown key and a variant that is not sold have no price."""
    one = pricer(row())

    assert one.price(used(model=OTHER, input=1)) is None
    assert one.price(used(model=99, input=1)) is None
    assert one.price(used(variant=FAST, input=1)) is None


def test_exactly() -> None:
    """One response is priced by its own prompt: 150,000 tokens are over a threshold of 120,000, 110,000 are not."""
    one = pricer(row(), row(context_threshold=120_000, input="2", output="1"))

    assert one.price_exactly(used(input=1), 150_000, OCT_7) == 2 * USD_A_MILLION
    assert one.price_exactly(used(input=1), 110_000, OCT_7) == USD_A_MILLION
    assert one.price_exactly(used(input=1), 110_000, None) == USD_A_MILLION


@pytest.mark.parametrize(("threshold", "expected"), [(100_000, False), (200_000, False), (120_000, True)])
def test_thresholds_of_its_own(threshold: int, expected: bool) -> None:  # noqa: FBT001 - a column of the table
    """Sums can be priced where the variant tells the size; a list with another threshold needs single responses."""
    one = pricer(row(), row(context_threshold=threshold, input="2", output="1"))

    assert expected == one.needs_exact(used(variant=OVER_100K, input=1))


def test_a_rate_that_some_may_not_need() -> None:
    """A sum with tokens of a class that is not sold may hide responses without any; a single one hides nothing."""
    one = pricer(row(cache_read="1"))

    assert one.needs_exact(used(responses=2, write_1h=5))
    assert not one.needs_exact(used(responses=1, write_1h=5))
    assert not one.needs_exact(used(responses=2, read=5))
    assert not one.needs_exact(used(responses=2, model=OTHER, write_1h=5))


def test_discount() -> None:
    """A factor of a provider applies to its rows and to no other."""
    rows = (row(), row(model="unheard-of", provider="bedrock"))
    one = pricer(*rows, discounts={"anthropic": 850_000})

    assert one.price(used(input=100)) == 85 * USD_A_MILLION
    assert one.price(used(model=OTHER, input=100)) == 100 * USD_A_MILLION
    assert one.price(used(input=1, read=1)) is None


def test_unplaced() -> None:
    """Usage somewhere in a span has a price only if the whole span, and any size of request, gives one and the same."""
    changed = pricer(row(effective_until="2026-10-07"), row(effective_from="2026-10-07", input="4"))
    tiered = pricer(row(), row(context_threshold=100_000, input="2", output="1"))

    assert changed.price_unplaced(used(input=5), OCT_7, OCT_7 + 9) == 20 * USD_A_MILLION
    assert changed.price_unplaced(used(input=5), OCT_7 - 9, OCT_7) is None
    assert changed.price_unplaced(used(input=5), None, None) is None
    assert tiered.price_unplaced(used(input=100_000), None, OCT_7) == 100_000 * USD_A_MILLION
    # 100,001 tokens may be one long request or two short ones.
    assert tiered.price_unplaced(used(input=100_001), None, OCT_7) is None
