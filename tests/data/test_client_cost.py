"""The shipped prices give what the real client computes for itself.

The figures are its own `costUSD`, from the last `cost-state` line of sessions that Claude Code 2.1.332 held with a
stand-in which served the counts beside them.
"""

from __future__ import annotations

from decimal import Decimal

import pytest

from tallystick.accounting.pricebook import PriceBook
from tallystick.host.prices import compile_prices
from tallystick.kernel.money import exact
from tallystick.kernel.pricing import cost
from tallystick.kernel.variants import FAST, US_GEO

AT = 1_796_001_128_809  # 2026-11-30, when those sessions ran
ONE_EACH = (1000, 20_000, 3000, 40_000, 700, 0)  # input, 5m, 1h, read, output, searches
BOOK = PriceBook.from_compiled(compile_prices(None))

SESSIONS = [
    ("claude-opus-5-5", (21, 1100, 200, 6000, 47, 0), "0.009324"),
    ("claude-opus-5-5", (933, 4000, 0, 7000, 1039, 0), "0.045912"),
    ("claude-opus-5-5", (958, 4000, 0, 9000, 1146, 0), "0.048552"),
    ("claude-opus-5-5", (1142, 2000, 0, 122_222, 380, 0), "0.046612400000000005"),
    ("claude-opus-5-5", (60, 6000, 4000, 1500, 115, 0), "0.06484000000000001"),
    ("claude-opus-5-5", (1173, 3000, 0, 5822, 349, 0), "0.0278364"),
    ("claude-opus-5-5", (21, 100, 0, 100, 15, 0), "0.0009040000000000001"),
    ("claude-opus-5-5", (165, 10_045, 0, 6449, 396, 0), "0.0600948"),
    ("claude-opus-5-5", (46, 3000, 0, 400, 50, 0), "0.016264"),
    ("claude-opus-5-5", (11, 1000, 200, 5000, 42, 0), "0.008484"),
    ("claude-opus-5-5", (1332, 1350, 0, 2272, 439, 0), "0.021312399999999995"),
    ("claude-opus-5-5", (91, 700, 0, 0, 26, 0), "0.004384"),
    ("claude-opus-5-5", (33, 300, 0, 0, 3, 0), "0.001692"),
    ("claude-opus-5-5", (21, 1000, 500, 1700, 312, 0), "0.015664"),
    ("claude-opus-5-5", (204, 10_000, 0, 12_000, 40, 0), "0.05401600000000001"),
    ("claude-opus-5-5", (965, 4200, 0, 197_100, 12_052, 0), "0.3053199999999999"),
    ("claude-opus-5-5", (1011, 5900, 0, 78_500, 1391, 0), "0.07706400000000001"),
    ("claude-haiku-5-5", (1280, 11_500, 2200, 58_222, 929, 0), "0.0030522200000000005"),
    ("claude-haiku-5-5", (11, 1000, 200, 5000, 42, 0), "0.00023710000000000002"),
    ("claude-haiku-4-5", (14, 100, 0, 1000, 3, 0), "0.000254"),
    ("claude-sonnet-4-5", (7, 100, 0, 1000, 3, 0), "0.000741"),
    ("claude-sonnet-5-5", (61, 1510, 310, 6100, 149, 0), "0.007237"),
    ("claude-fable-5-1", (97, 1570, 0, 6700, 191, 3), "0.06182"),
    *((model, ONE_EACH, said) for model, said in (
        ("claude-fable-5-2", "0.292"),
        ("claude-mythos-5-2", "0.292"),
        ("claude-fable-5-1", "0.365"),
        ("claude-mythos-5-1", "0.365"),
        ("claude-fable-5", "0.395"),
        ("claude-mythos-5", "0.395"),
        ("claude-opus-5-5", "0.15"),
        ("claude-opus-5", "0.1975"),
        ("claude-opus-4-8", "0.1975"),
        ("claude-opus-4-7", "0.1975"),
        ("claude-opus-4-6", "0.1975"),
        ("claude-opus-4-5", "0.1975"),
        ("claude-opus-4", "0.5925"),
        ("claude-sonnet-5-5", "0.075"),
        ("claude-sonnet-5", "0.079"),
        ("claude-sonnet-4-6", "0.1185"),
        ("claude-sonnet-4-5", "0.1185"),
        ("claude-sonnet-4-20250514", "0.1185"),
        ("claude-3-7-sonnet-20250219", "0.1185"),
        ("claude-3-5-sonnet-20241022", "0.1185"),
        ("claude-haiku-5-5", "0.00395"),
        ("claude-haiku-4-5", "0.0395"),
        ("claude-3-5-haiku-20241022", "0.0316"),
    )),
]  # fmt: skip

VARIANTS = [
    ("claude-opus-5-5", FAST, (83, 1550, 350, 6500, 179, 0), "0.031523999999999996"),
    ("claude-opus-5", FAST, ONE_EACH, "0.395"),
    ("claude-opus-4-8", FAST, ONE_EACH, "0.395"),
    ("claude-fable-5-2", FAST, ONE_EACH, "0.584"),
    ("claude-sonnet-5-5", US_GEO, (89, 1560, 360, 6600, 181, 0), "0.0087868"),
    ("claude-opus-4-6", US_GEO, ONE_EACH, "0.21725000000000003"),
    ("claude-fable-5-2", US_GEO, ONE_EACH, "0.3212"),
    ("claude-opus-5-5", FAST | US_GEO, ONE_EACH, "0.33"),
    ("claude-opus-5-5", FAST, (1000, 20_000, 3000, 40_000, 700, 2), "0.32"),
]

# One request each; the threshold of Haiku 5.5 is 100,000 tokens of prompt.
PROMPTS = [
    ("claude-haiku-5-5", US_GEO, (1000, 20_000, 3000, 240_000, 700, 0), "0.032725000000000004"),
    ("claude-opus-5-5", 0, (1000, 20_000, 3000, 240_000, 700, 0), "0.19"),
    ("claude-opus-4-6", 0, (1000, 20_000, 3000, 240_000, 700, 0), "0.2975"),
    ("claude-sonnet-4-6", 0, (1000, 20_000, 3000, 240_000, 700, 0), "0.1785"),
]


def our_cost(model: str, counts: tuple[int, ...], variant: int = 0, prompt: int = 0) -> Decimal:
    """What the shipped prices make of these counts."""
    quote = BOOK.quote(model, AT, variant, prompt)
    assert quote is not None
    inputs, write_5m, write_1h, read, output, searches = counts
    atto = cost(quote.rates, inputs, write_5m, write_1h, 0, read, output, searches)
    assert atto is not None
    return Decimal(exact(atto))


def assert_same(said: str, ours: Decimal) -> None:
    """Equal to a billionth of a dollar: the client adds floats."""
    assert abs(Decimal(said) - ours) < Decimal("1e-9"), f"the client says {said}, we say {ours}"


@pytest.mark.parametrize(("model", "counts", "said"), SESSIONS)
def test_a_sessions_cost_is_the_clients(model: str, counts: tuple[int, ...], said: str) -> None:
    """Every class of every model that the client has a price for."""
    assert_same(said, our_cost(model, counts))


@pytest.mark.parametrize(("model", "variant", "counts", "said"), VARIANTS)
def test_a_variant_costs_what_the_client_says(model: str, variant: int, counts: tuple[int, ...], said: str) -> None:
    """Fast serving doubles every class, one country adds a tenth to it, and neither changes a search."""
    assert_same(said, our_cost(model, counts, variant))


@pytest.mark.parametrize(("model", "variant", "counts", "said"), PROMPTS)
def test_a_long_prompt_costs_what_the_client_says(model: str, variant: int, counts: tuple[int, ...], said: str) -> None:
    """Dearer in every class for Haiku 5.5, flat for the others."""
    assert_same(said, our_cost(model, counts, variant, sum(counts[:4])))


def test_the_threshold_is_strict() -> None:
    """One request of exactly 100,000 tokens of prompt and one of a token more, together."""
    under, over = (79, 900, 21, 99_000, 167, 0), (79, 900, 21, 99_001, 173, 0)
    ours = [our_cost("claude-haiku-5-5", counts, 0, sum(counts[:4])) for counts in (under, over)]

    assert (100_000, 100_001) == (sum(under[:4]), sum(over[:4]))
    assert_same("0.007203650000000001", sum(ours, Decimal(0)))


def test_what_the_client_guesses_we_do_not() -> None:
    """The client gives a model that it does not know the price of its default model, and says so in a flag."""
    assert BOOK.quote("glm-5", AT) is None
