"""Which row a name gets: the seller, the tier, the mapping, and the sentence that says so."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.pricebook import PriceBook
from tallystick.errors import UsageError
from tallystick.kernel.models import REGIONAL
from tallystick.kernel.variants import FAST, US_GEO
from tests.accounting.pricelist import ARN, OCT_7, TIERED, bedrock, input_rate, row


@pytest.mark.parametrize(
    ("prices", "use_bedrock", "model", "expected"),
    [
        ("auto", False, "claude-a", 1),
        ("auto", True, "claude-a", 2),
        ("auto", False, "bedrock/claude-a", 2),
        ("auto", False, "anthropic.claude-a", 3),
        ("auto", False, "us.anthropic.claude-a", 3),
        ("auto", True, "global.anthropic.claude-a", 2),
        ("auto", False, "us-gov.anthropic.claude-a", 4),
        ("api", True, "us.anthropic.claude-a", 1),
        ("bedrock", False, "claude-a", 2),
        ("bedrock", False, "us-gov.anthropic.claude-a", 4),
    ],
)
def test_the_seller_is_chosen_or_read_from_the_name(prices: str, use_bedrock: bool, model: str, expected: int) -> None:  # noqa: FBT001 - a case
    """auto: Bedrock for a Bedrock id or a client that runs on it; a name without a region takes the global rate."""
    book = PriceBook(TIERED, prices=prices, use_bedrock=use_bedrock)

    assert expected == input_rate(book.quote(model, 0))


def test_the_tier_of_a_bare_name_can_be_known_from_elsewhere() -> None:
    """A session whose main model runs in one region answers with bare names too."""
    book = PriceBook(TIERED, prices="bedrock", bedrock_tier=REGIONAL)

    assert [3, 2] == [input_rate(book.quote(name, 0)) for name in ("claude-a", "global.anthropic.claude-a")]


def test_another_choice_is_bad_usage() -> None:
    """The three choices are named."""
    with pytest.raises(UsageError, match="prices = 'aws' is not one of api, bedrock, auto"):
        PriceBook((), prices="aws")


def test_a_row_for_every_tier_answers_where_none_is_its_own() -> None:
    """The short form of a price file prices its models wherever they ran."""
    book = PriceBook((row(tier="any", input="9"), *TIERED[1:3], row(model="claude-a", tier="any", input="9")))

    assert [9, 2, 9] == [input_rate(book.quote(name, 0)) for name in ("m", "bedrock/claude-a", "claude-a")]


@pytest.mark.parametrize(
    ("model", "expected"), [("claude-a-20250101", 2), ("claude-a-20250202", 1), ("anthropic/claude-a-20250101", 2)]
)
def test_the_longest_name_in_the_list_wins(model: str, expected: int) -> None:
    """A row for a dated id is for that id; other dates are the undated model."""
    book = PriceBook((row(model="claude-a"), row(model="claude-a-20250101", input="2")))

    assert expected == input_rate(book.quote(model, 0))


def test_a_longer_name_without_the_tier_is_passed_over() -> None:
    """The first version of a model may have its own row with one seller and none with another."""
    book = PriceBook((row(model="claude-a"), bedrock("claude-a-20250101", "global", "2")))

    assert 1 == input_rate(book.quote("claude-a-20250101", 0))


def test_a_mapping_prices_what_hides_its_model() -> None:
    """An application profile by [models] only, at the rate that the mapped name says."""
    plain, mapped = PriceBook(TIERED), PriceBook(TIERED, models={ARN: "us.anthropic.claude-a"})

    assert (
        "unpriced: an application inference profile does not name its model; "
        f'add "{ARN}" to [models] in config.toml.' == plain.explain(ARN, 0).reason
    )
    assert 3 == input_rate(mapped.quote(ARN, 0))
    assert 3 == input_rate(mapped.quote(f"{ARN}[1m]", 0))


def test_a_mapping_replaces_the_name_that_is_written() -> None:
    """A name that the list has too means what the mapping says."""
    book = PriceBook((row(), row(model="n", input="2")), models={"m": "n"})

    assert 2 == input_rate(book.quote("m", 0))


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        ("opus", 'unpriced: the price list has no model "opus".'),
        ("", 'unpriced: the price list has no model "".'),
        (
            "claude-b-20250101[1m]",
            (
                'unpriced: the price list has no model "claude-b" '
                '(from "claude-b-20250101[1m]": without [1m], without -20250101).'
            ),
        ),
        ("us.anthropic.m", "unpriced: the price list has m, but not at the bedrock-regional rate."),
    ],
)
def test_an_unknown_name_is_unpriced(model: str, reason: str) -> None:
    """The sentence says what was looked for."""
    found = PriceBook((row(),)).explain(model, 0)

    assert (None, reason) == (found.quote, found.reason)


LONG = row(
    model="claude-a",
    context_threshold=200_000,
    effective_from="2026-09-01",
    effective_until="2026-10-07",
    fast="2",
    us_geo="1.1",
)
UNSOLD = ", no price for 5-minute cache writes, 1-hour cache writes, cache reads"


@pytest.mark.parametrize(
    ("options", "model", "variant", "reason"),
    [
        (
            {},
            "claude-a-20250101[1m]",
            FAST | US_GEO,
            (
                'claude-a (from "claude-a-20250101[1m]": without [1m], without -20250101) at the api rate because '
                "nothing says that it ran on Bedrock, by the row in force from 2026-09-01 until 2026-10-07, for a "
                f"prompt over 200000 tokens, fast x2, US-only inference x1.1{UNSOLD}."
            ),
        ),
        (
            {"prices": "api"},
            "claude-a",
            0,
            (
                "claude-a at the api rate because prices = api is chosen, by the row in force from 2026-09-01 until "
                f"2026-10-07, for a prompt over 200000 tokens{UNSOLD}."
            ),
        ),
        (
            {},
            "us.anthropic.claude-a",
            0,
            (
                'claude-a (from "us.anthropic.claude-a": without us., without anthropic.) at the bedrock-regional '
                "rate because it is a Bedrock id and the name stands for one region or group of regions, by the "
                f"row in force at all times{UNSOLD}."
            ),
        ),
        (
            {"use_bedrock": True},
            "claude-a",
            0,
            (
                "claude-a at the bedrock-global rate because CLAUDE_CODE_USE_BEDROCK is set and the name gives no "
                f"region, by the row in force at all times{UNSOLD}."
            ),
        ),
        (
            {"prices": "bedrock"},
            "us-gov.anthropic.claude-a",
            0,
            (
                'claude-a (from "us-gov.anthropic.claude-a": without us-gov., without anthropic.) at the bedrock-gov '
                "rate because prices = bedrock is chosen and the name stands for GovCloud, by the row in force at all "
                f"times{UNSOLD}."
            ),
        ),
        ({}, "m", 0, f"m at the one rate that the list has for it, by the row in force from 2026-09-01{UNSOLD}."),
    ],
)
def test_the_reason_names_what_decided(options: dict[str, Any], model: str, variant: int, reason: str) -> None:
    """Wrappers, seller, row, variants and what is not sold, in one sentence."""
    book = PriceBook((LONG, *TIERED[1:], row(tier="any", effective_from="2026-09-01")), **options)
    quote = book.quote(model, OCT_7 - 1, variant, 200_001)

    assert quote is not None
    assert reason == quote.reason
