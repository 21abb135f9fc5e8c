"""The price list as plain lines, and a session priced by it; PriceBook is the other opinion."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.accounting.hotrows import hot_rows
from tallystick.accounting.pricebook import PriceBook
from tallystick.accounting.pricerows import Row
from tallystick.host.prices import compile_prices
from tallystick.kernel.hotprices import PriceTable, estimate, tier_of, write
from tallystick.kernel.models import API, GLOBAL, GOV, REGIONAL
from tallystick.kernel.pricing import cost
from tallystick.kernel.sessionfold import UNKNOWN, SessionFold
from tallystick.kernel.variants import BATCH, FAST

BOOK = PriceBook.from_compiled(compile_prices(None), prices="api")
TABLE = PriceTable(write(hot_rows(BOOK.rows, {}), "test"))
MILLION_DOLLARS = 10**6 * 10**18


def row(model: str, tier: str = API, price: str = "1", **fields: str | int) -> Row:
    """A row in which every class has one price."""
    rates = dict.fromkeys(("input", "cache_write_5m", "cache_write_1h", "cache_read", "output"), price)
    return Row(provider="p", model=model, tier=tier, **(rates | fields))  # type: ignore[arg-type]


def table(*rows: Row) -> PriceTable:
    """These rows, written and read."""
    return PriceTable(write(hot_rows(rows, {}), "test"))


def fold(*uses: tuple[str, int, int, int, int], searches: int = 0) -> SessionFold:
    """A fold of (model, variant, band, period, tokens of input)."""
    found = SessionFold("s")
    for model, variant, band, period, tokens in uses:
        number = found.models.setdefault(model, len(found.models))
        found.rows[number, variant, band, period] = [1, 0, tokens, 0, 0, 0, 0, 0, searches, 0]
    return found


def dollars(table: PriceTable, fold: SessionFold, tier: str = API) -> tuple[float | None, list[str]]:
    """The estimate of a million tokens' worth, in dollars."""
    found = estimate(table, fold, tier, {})
    return None if found.atto is None else found.atto / 10**18, list(found.excluded)


@given(
    model=st.sampled_from(sorted({row.model for row in BOOK.rows})),
    at=st.integers(1_600_000_000_000, 1_900_000_000_000),
    counts=st.tuples(*[st.integers(0, 150_000)] * 6),
    variant=st.sampled_from([0, FAST, BATCH]),
)
def test_one_response_costs_what_the_book_says(
    model: str, at: int, counts: tuple[int, int, int, int, int, int], variant: int
) -> None:
    """Any model of the shipped list, at any time, of any size."""
    prompt = sum(counts[:5])
    quote = BOOK.quote(model, at, variant, prompt)
    expected = cost(quote.rates, *counts, 0) if quote else None
    band = max([one for one in TABLE.bands if prompt > one], default=0)
    period = max([one for one in TABLE.cuts if one <= at], default=0)
    found = SessionFold("s")
    found.models[model] = 0
    found.rows[0, variant, band, period] = [1, 0, *counts, 0, counts[5]]

    assert (expected if any(counts) else 0) == estimate(TABLE, found, API, {}).atto


def test_a_session_sums_its_models() -> None:
    """A million at 1 and two at 3 dollars; names are taken apart."""
    prices = table(row("a"), row("claude-b-1", price="3"))
    used = fold(("a", 0, 0, 0, 10**6), ("us.anthropic.claude-b-1-20260101-v1:0", 0, 0, 0, 2 * 10**6))

    assert dollars(prices, used) == (7.0, [])


def test_a_model_without_a_price_is_left_out_whole() -> None:
    """Also where only one of its rows has none, and it is named by its bare id."""
    prices = table(row("a"), row("b", context_threshold=10))
    used = fold(("a", 0, 0, 0, 10**6), ("anthropic/b", 0, 0, 0, 10**6), ("anthropic/b", 0, 10, 0, 10**6))

    assert dollars(prices, used) == (1.0, ["b"])
    assert dollars(prices, fold(("glm-5", 0, 0, 0, 1))) == (None, ["glm-5"])
    assert dollars(prices, fold()) == (0.0, [])
    assert dollars(prices, fold(("glm-5", 0, 0, 0, 0))) == (0.0, [])  # a response without tokens costs nothing


def test_a_class_that_is_not_sold() -> None:
    """Tokens of a class without a rate make the model's cost unknown."""
    assert dollars(table(row("a", input=None)), fold(("a", 0, 0, 0, 1))) == (None, ["a"])  # type: ignore[arg-type]


def test_an_application_profile_names_no_model() -> None:
    """Only the settings say what it stands for."""
    arn = "arn:aws:bedrock:eu-west-1:1:application-inference-profile/x"
    prices = table(row("a"))

    assert dollars(prices, fold((arn, 0, 0, 0, 10**6))) == (None, [arn])
    assert estimate(prices, fold((arn, 0, 0, 0, 10**6)), API, {arn: "a"}).atto == 10**18


@pytest.mark.parametrize(
    ("tier", "tiers", "expected"),
    [
        (GLOBAL, {GLOBAL: "1", REGIONAL: "2"}, 1.0),
        (GLOBAL, {REGIONAL: "2"}, 2.0),
        (REGIONAL, {GLOBAL: "1"}, None),
        (REGIONAL, {REGIONAL: "2", GLOBAL: "1"}, 2.0),
        (GOV, {GOV: "3", REGIONAL: "2"}, 3.0),
        (GOV, {REGIONAL: "2"}, 2.0),
        (GOV, {"any": "4"}, 4.0),
        (API, {REGIONAL: "2"}, None),
    ],
)
def test_tiers_fall_back(tier: str, tiers: dict[str, str], expected: float | None) -> None:
    """No global price falls back to the regional one, never the other way; GovCloud has its own where it is listed."""
    prices = table(*(row("a", kind, price) for kind, price in tiers.items()))

    assert expected == dollars(prices, fold(("a", 0, 0, 0, 10**6)), tier)[0]


def test_variants_and_searches_are_the_api_s() -> None:
    """Fast serving doubles there; on Bedrock neither is sold, and the tokens are what is priced."""
    prices = table(row("a", fast="2", web_search="10"), row("a", GLOBAL), row("b"))
    used = fold(("a", FAST, 0, 0, 10**6), searches=100)

    assert dollars(prices, used) == (3.0, [])  # 2 dollars, and a dollar for a hundred searches
    assert dollars(prices, used, GLOBAL) == (1.0, [])
    assert dollars(prices, fold(("b", FAST, 0, 0, 1))) == (None, ["b"])


def test_prices_change_with_time() -> None:
    """The period of a row says which price; where no time is known, all must agree."""
    before, after = row("a", effective_until="2026-01-01"), row("a", price="2", effective_from="2026-01-01")
    prices = table(before, after, row("b"), row("c", effective_from="2026-01-01"))
    cut = prices.cuts[0]

    assert dollars(prices, fold(("a", 0, 0, 0, 10**6), ("a", 0, 0, cut, 10**6))) == (3.0, [])
    assert dollars(prices, fold(("a", 0, 0, UNKNOWN, 10**6))) == (None, ["a"])
    assert dollars(prices, fold(("b", 0, 0, UNKNOWN, 10**6))) == (1.0, [])
    assert dollars(prices, fold(("c", 0, 0, 0, 1))) == (None, ["c"])


@pytest.mark.parametrize(
    "text", ["", "tallystick prices 2\ncuts 1\nbands 2\nmodels\t\ta\t0 6\napi\t-\n", "something else"]
)
def test_lines_of_another_kind_are_no_prices(text: str) -> None:
    """No model has a price then."""
    found = PriceTable(text)

    assert (found.cuts, found.bands, found.rows("a")) == ([], [], {})


def test_a_name_that_no_line_can_hold() -> None:
    """Such a model is left out, which leaves it unpriced; the others stay."""
    prices = table(row("a\nb"), row("a"))

    assert len(prices.rows("a")["api"]) == 1
    assert prices.rows("a\nb") == prices.rows("") == prices.rows("0 1") == {}


@pytest.mark.parametrize(
    ("model", "prices", "use_bedrock", "expected"),
    [
        ("us.anthropic.claude-opus-4-5", "bedrock", False, REGIONAL),
        ("us-gov.anthropic.claude-opus-4-5", "bedrock", False, GOV),
        ("global.anthropic.claude-opus-4-5", "bedrock", False, GLOBAL),
        ("anthropic.claude-opus-4-5", "bedrock", False, GLOBAL),
        ("claude-opus-4-5[1m]", "bedrock", False, GLOBAL),
        ("", "bedrock", False, GLOBAL),
        ("arn:aws:bedrock:eu-west-1:1:inference-profile/eu.anthropic.claude-opus-4-5", "bedrock", False, REGIONAL),
        ("arn:aws-us-gov:bedrock:us-gov-west-1::foundation-model/anthropic.claude-opus-4-5", "bedrock", False, GOV),
        ("us.something-else", "bedrock", False, REGIONAL),
        ("us.anthropic.claude-opus-4-5", "api", True, API),
        ("claude-opus-4-5", "auto", False, API),
        ("claude-opus-4-5", "auto", True, GLOBAL),
        ("jp.anthropic.claude-opus-4-5", "auto", False, REGIONAL),
    ],
)
def test_tier_of_a_session(model: str, prices: str, use_bedrock: bool, expected: str) -> None:  # noqa: FBT001
    """A region before the main model's id is regional, anything else global; the API's list where it is chosen."""
    assert expected == tier_of(model, prices, use_bedrock=use_bedrock)
