"""The shipped rows say what the vendors' public tables say, written down here a second time by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tallystick.accounting.pricebook import PriceBook
from tallystick.accounting.pricerows import FACTOR_FIELDS, RATE_FIELDS, TIERS, Row
from tallystick.host.prices import compile_prices

BOOK = PriceBook.from_compiled(compile_prices(None))
CLASSES = RATE_FIELDS[:5]

# model, in force from, until, prompts over, then input / write 5m / write 1h / read / output on the API.
API = """
claude-fable-5-2  -          -          -      8/10/16/0.2/40
claude-mythos-5-2 -          -          -      8/10/16/0.2/40
claude-fable-5-1  2026-09-01 -          -      10/12.5/20/0.25/50
claude-mythos-5-1 2026-09-01 -          -      10/12.5/20/0.25/50
claude-fable-5    2026-06-09 -          -      10/12.5/20/1/50
claude-mythos-5   2026-06-09 -          -      10/12.5/20/1/50
claude-opus-5-5   2026-09-22 -          -      4/5/8/0.2/20
claude-opus-5     2026-07-24 -          -      5/6.25/10/0.5/25
claude-opus-4-8   -          -          -      5/6.25/10/0.5/25
claude-opus-4-7   -          -          -      5/6.25/10/0.5/25
claude-opus-4-6   -          -          -      5/6.25/10/0.5/25
claude-opus-4-6   -          2026-03-13 200000 10/12.5/20/1/37.5
claude-opus-4-5   -          -          -      5/6.25/10/0.5/25
claude-opus-4-1   -          -          -      15/18.75/30/1.5/75
claude-opus-4     -          -          -      15/18.75/30/1.5/75
claude-sonnet-5-5 2026-09-28 2026-10-07 -      2/2.5/4/0.2/10
claude-sonnet-5-5 2026-10-07 -          -      2/2.5/4/0.1/10
claude-sonnet-5   -          -          -      2/2.5/4/0.2/10
claude-sonnet-4-6 -          -          -      3/3.75/6/0.3/15
claude-sonnet-4-6 -          2026-03-13 200000 6/7.5/12/0.6/22.5
claude-sonnet-4-5 -          -          -      3/3.75/6/0.3/15
claude-sonnet-4-5 -          -          200000 6/7.5/12/0.6/22.5
claude-sonnet-4   -          -          -      3/3.75/6/0.3/15
claude-sonnet-4   -          -          200000 6/7.5/12/0.6/22.5
claude-3-7-sonnet -          -          -      3/3.75/6/0.3/15
claude-3-5-sonnet -          -          -      3/3.75/6/0.3/15
claude-haiku-5-5  2026-10-07 -          -      0.1/0.125/0.2/0.01/0.5
claude-haiku-5-5  2026-10-07 -          100000 0.5/0.625/1/0.05/2.5
claude-haiku-4-5  -          -          -      1/1.25/2/0.1/5
claude-3-5-haiku  -          -          -      0.8/1/1.6/0.08/4
claude-3-haiku    -          -          -      0.25/0.3/0.5/0.03/1.25
claude-3-opus     -          -          -      15/18.75/30/1.5/75
"""

# What Bedrock sells at one price everywhere, without one-hour cache writes; some without any cache.
OLD_ON_BEDROCK = {
    ("claude-opus-4-1", 0): "15/18.75/-/1.5/75",
    ("claude-opus-4", 0): "15/18.75/-/1.5/75",
    ("claude-sonnet-4", 0): "3/3.75/-/0.3/15",
    ("claude-sonnet-4", 200_000): "6/7.5/-/0.6/22.5",
    ("claude-3-7-sonnet", 0): "3/3.75/-/0.3/15",
    ("claude-3-5-sonnet", 0): "3/3.75/-/0.3/15",
    ("claude-3-5-sonnet-20240620", 0): "3/-/-/-/15",
    ("claude-3-5-haiku", 0): "0.8/1/-/0.08/4",
    ("claude-3-haiku", 0): "0.25/-/-/-/1.25",
    ("claude-3-opus", 0): "15/-/-/-/75",
}
OLD_IN_GOVCLOUD = {
    ("claude-3-7-sonnet", 0): "3.6/4.5/-/0.36/18",
    ("claude-3-5-sonnet-20240620", 0): "3.6/-/-/-/18",
    ("claude-3-haiku", 0): "0.3/-/-/-/1.5",
}
OLD = {model for model, _ in OLD_ON_BEDROCK}
# On Bedrock no long-context price was ever listed for these two.
FLAT_ON_BEDROCK = {"claude-opus-4-6", "claude-sonnet-4-6"}
FAST = {"claude-fable-5-2", "claude-mythos-5-2", "claude-opus-5-5", "claude-opus-5", "claude-opus-4-8"}
BEFORE_US_ONLY = OLD | {"claude-opus-4-5", "claude-sonnet-4-5", "claude-haiku-4-5"}

Line = tuple[str, str | None, str | None, int, tuple[Decimal | None, ...]]


def prices_of(text: str, factor: str = "1") -> tuple[Decimal | None, ...]:
    """Five prices, "-" where the class is not sold, times a factor."""
    return tuple(None if price == "-" else Decimal(price) * Decimal(factor) for price in text.split("/"))


def lines_of(tier: str) -> list[Line]:
    """The rows of one tier as the shipped files have them."""
    return [
        (
            row.model,
            row.effective_from,
            row.effective_until,
            row.context_threshold,
            tuple(None if getattr(row, name) is None else Decimal(getattr(row, name)) for name in CLASSES),
        )
        for row in BOOK.rows
        if row.tier == tier
    ]


def api_lines(factor: str = "1") -> list[Line]:
    """The table above, every price times a factor."""
    cells = [line.split() for line in API.strip().splitlines()]
    return [
        (
            model,
            None if since == "-" else since,
            None if until == "-" else until,
            0 if over == "-" else int(over),
            prices_of(prices, factor),
        )
        for model, since, until, over, prices in cells
    ]


def by_name(lines: list[Line]) -> list[Line]:
    """In an order that both sides share."""
    return sorted(lines, key=lambda line: (line[0], line[1] or "", line[3]))


def test_the_api_rows_are_the_table() -> None:
    """Every model, date and threshold, and no other."""
    assert by_name(api_lines()) == by_name(lines_of("api"))


@pytest.mark.parametrize(
    ("tier", "factor"), [("bedrock-global", "1"), ("bedrock-regional", "1.1"), ("bedrock-gov", "1.2")]
)
def test_bedrock_follows_the_api(tier: str, factor: str) -> None:
    """From the 4.5 models on: global is the API's price, a region a tenth more, GovCloud a fifth more."""
    expected = [
        line for line in api_lines(factor) if line[0] not in OLD and not (line[0] in FLAT_ON_BEDROCK and line[3])
    ]

    assert by_name(expected) == by_name([line for line in lines_of(tier) if line[0] not in OLD])


@pytest.mark.parametrize(
    ("tier", "table"),
    [("bedrock-global", OLD_ON_BEDROCK), ("bedrock-regional", OLD_ON_BEDROCK), ("bedrock-gov", OLD_IN_GOVCLOUD)],
)
def test_old_models_have_bedrock_prices_of_their_own(tier: str, table: dict[tuple[str, int], str]) -> None:
    """One price in every region, and no one-hour cache writes."""
    expected: list[Line] = [(model, None, None, over, prices_of(text)) for (model, over), text in table.items()]

    assert by_name(expected) == by_name([line for line in lines_of(tier) if line[0] in OLD])


def variants_of(row: Row) -> tuple[str | None, ...]:
    """What a row says of searches and variants."""
    return tuple(getattr(row, name) for name in ("web_search", *FACTOR_FIELDS))


def test_the_api_sells_variants() -> None:
    """A search costs a cent; fast doubles, one country adds a tenth, batch halves: where the vendor sells them."""
    for row in BOOK.rows:
        if row.tier == "api":
            expected = (
                None if row.model in {"claude-3-haiku", "claude-3-opus"} else "10",
                "2" if row.model in FAST else None,
                None if row.model in BEFORE_US_ONLY else "1.1",
                "0.5",
            )
            assert expected == variants_of(row), row.model


def test_bedrock_sells_none() -> None:
    """No search, no fast serving, no choice of country by request, and batches are another price list."""
    assert {(None, None, None, None)} == {variants_of(row) for row in BOOK.rows if row.tier != "api"}


def test_every_row_says_where_it_is_from() -> None:
    """Seller, tier, source and date are on each row, and every model has input and output prices."""
    for row in BOOK.rows:
        assert row.provider == ("anthropic" if row.tier == "api" else "bedrock")
        assert row.tier in TIERS[:4]
        assert row.source
        assert row.as_of
        assert row.input
        assert row.output


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        ("anthropic.claude-opus-4-1-20250805-v1:0", "no price for 1-hour cache writes."),
        ("claude-3-5-sonnet-20240620", "by the row in force at all times."),
        (
            "us.anthropic.claude-3-5-sonnet-20240620-v1:0",
            "no price for 5-minute cache writes, 1-hour cache writes, cache reads.",
        ),
    ],
)
def test_what_is_not_sold_is_said(model: str, reason: str) -> None:
    """A quote names the classes that the row does not price."""
    assert BOOK.explain(model, 0).reason.endswith(reason)
