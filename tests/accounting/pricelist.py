"""A small price list for tests: terse rows, and the one figure that most of them ask for."""

from __future__ import annotations

from typing import Any

from tallystick.accounting.pricebook import Quote
from tallystick.accounting.pricerows import Row

OCT_7 = 1_791_331_200_000  # 2026-10-07T00:00Z
USD_A_MILLION = 10**12  # atto per token
ARN = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/k3vx9aaaa"


def row(**fields: Any) -> Row:
    """A row for model "m" on the API whose input costs 1 USD a million."""
    return Row(**({"provider": "anthropic", "model": "m", "tier": "api", "input": "1", "output": "1"} | fields))


def bedrock(model: str, tier: str, price: str, **fields: Any) -> Row:
    """A row of a Bedrock tier."""
    return row(provider="bedrock", model=model, tier=f"bedrock-{tier}", input=price, **fields)


TIERED = (
    row(model="claude-a"),
    bedrock("claude-a", "global", "2"),
    bedrock("claude-a", "regional", "3"),
    bedrock("claude-a", "gov", "4"),
)


def input_rate(quote: Quote | None) -> float | None:
    """The input price of a quote in USD a million, None where there is no quote."""
    return quote.rates.input / USD_A_MILLION if quote and quote.rates.input is not None else None
