"""Rows of a price list as the status line takes them."""

from __future__ import annotations

from tallystick.accounting.hotrows import hot_rows
from tallystick.accounting.pricerows import Row, instant


def row(**fields: str | int) -> Row:
    """A row of 4 and 20 dollars."""
    return Row(**({"provider": "p", "model": "m", "tier": "api", "input": "4", "output": "20"} | fields))  # type: ignore[arg-type]


def test_numbers() -> None:
    """Attodollars a token, epoch milliseconds, millionths; what is open or not sold is None."""
    (found,) = hot_rows([row(effective_until="2026-01-01", context_threshold=9, fast="2")], {})

    assert (found.model, found.tier, found.threshold) == ("m", "api", 9)
    assert (found.since, found.until) == (None, instant("2026-01-01"))
    assert found.rates.astuple() == (4 * 10**12, None, None, None, 20 * 10**12, None)
    assert found.factors == (2_000_000, None, None)


def test_discounts() -> None:
    """A provider's factor is in its rates: 0.85 of 4 dollars is 3.4."""
    rows = hot_rows([row(web_search="10"), row(provider="q", effective_from="2026-01-01", tier="any")], {"p": 850_000})
    discounted, other = rows

    assert discounted.rates.input == 3_400_000_000_000
    assert discounted.rates.search == 85 * 10**14  # 10 dollars a thousand, less 15 %
    assert (other.rates.input, other.since) == (4 * 10**12, instant("2026-01-01"))
