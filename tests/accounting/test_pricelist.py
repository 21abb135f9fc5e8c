"""A file of the AWS Price List becomes rows: both spellings, every class, and nothing that it does not say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tallystick.accounting.pricelist import Listing, read_listing
from tallystick.accounting.pricerows import compile_rows
from tallystick.errors import DownloadError
from tests.pricelist.offers import CLASSES, MODELS, Sold, everything, model, price_list, usage_type

EDITION = "Claude Opus 5.5 (Amazon Bedrock Edition)"
OPUS = model("Claude_Opus_5.5", "new", "4/5/8/0.2/20", is_global=True)
FIELDS = ("input", "cache_write_5m", "cache_write_1h", "cache_read", "output")


def read(sold: list[Sold], region: str = "us-east-1") -> Listing:
    """What a file with these products says, fetched on the fifth of December."""
    return read_listing(price_list(sold, region), region, "2026-12-05")


def prices(listing: Listing) -> dict[tuple[str, str], str]:
    """In / 5m / 1h / read / out of each row."""
    return {(row.model, row.tier): "/".join(getattr(row, field) or "-" for field in FIELDS) for row in listing.rows}


def test_every_model_of_the_list() -> None:
    """Both tiers of seven models in both spellings: the prices that went in."""
    ids = {
        "Claude_Opus_5.5": "claude-opus-5-5",
        "Claude_Sonnet_5.5": "claude-sonnet-5-5",
        "Claude_Fable_5": "claude-fable-5",
        "Claude_Opus_4.6": "claude-opus-4-6",
        "Claude_Haiku_4.5": "claude-haiku-4-5",
        "Claude_3.7_Sonnet": "claude-3-7-sonnet",
        "Claude_3_Haiku": "claude-3-haiku",
    }
    expected: dict[tuple[str, str], str] = {}
    for line in MODELS.strip().splitlines():
        name, _, everywhere, here = line.split()
        expected |= {(ids[name], "bedrock-global"): everywhere, (ids[name], "bedrock-regional"): here}
    listing = read(everything())

    assert {key: text for key, text in expected.items() if text != "-"} == prices(listing)
    assert ((), (), 2) == (listing.unknown, listing.left_out, listing.other_ways)
    assert ("claude-3-7-sonnet", "claude-3-haiku") == listing.everywhere
    assert compile_rows(listing.rows)


def test_a_row_says_where_it_is_from() -> None:
    """The list, the region, its date, the name in it, and the day on which we looked."""
    row = read(OPUS).rows[0]

    assert ("bedrock", "2026-12-01", None, 0) == (
        row.provider,
        row.effective_from,
        row.effective_until,
        row.context_threshold,
    )
    assert (
        "AWS Price List, AmazonBedrockFoundationModels, us-east-1, published 2026-12-01: Claude Opus 5.5",
        "2026-12-05",
    ) == (row.source, row.as_of)


def test_govcloud_has_a_tier_of_its_own() -> None:
    """The region says so, no usage type does."""
    sold = model("Claude_Opus_5.5", "new", "4.8/6/9.6/0.24/24", is_global=False, code="UGW1")

    assert {("claude-opus-5-5", "bedrock-gov"): "4.8/6/9.6/0.24/24"} == prices(read(sold, "us-gov-west-1"))


def test_what_is_unknown_is_listed() -> None:
    """Once each, with the model; a new lifetime of cache writes does not become the five-minute price."""
    longer = usage_type("cache_write_tokens_24h_global_standard")
    named = Sold("Claude Instant (Amazon Bedrock Edition)", usage_type("InputTokenCount"))
    listing = read([*OPUS[:1], *OPUS[2:], Sold(EDITION, longer, "16.0"), Sold(EDITION, longer, "16.0"), named])

    assert (
        "Claude Instant (Amazon Bedrock Edition): USE1-MP:USE1_InputTokenCount-Units",
        "Claude Opus 5.5 (Amazon Bedrock Edition): USE1-MP:USE1_cache_write_tokens_24h_global_standard-Units",
    ) == listing.unknown
    assert {("claude-opus-5-5", "bedrock-global"): "4/-/8/0.2/20"} == prices(listing)


def test_no_global_price_is_certain_only_without_riddles() -> None:
    """A model with a usage type that nobody knows may well have a global price under that name."""
    sold = model("Claude_3_Haiku", "old", "0.25/-/-/-/1.25", is_global=False)
    riddle = Sold("Claude 3 Haiku (Amazon Bedrock Edition)", usage_type("InputTokenCountWorld"))

    assert ("claude-3-haiku",) == read(sold).everywhere
    assert () == read([*sold, riddle]).everywhere


@pytest.mark.parametrize(
    ("usd", "unit", "expected"),
    [
        ("4.4000000000", "1M tokens", "4.4"),
        ("0.0044000000", "1K tokens", "4.4"),
        ("0.0000220000", "1k Tokens", "0.022"),
        ("0.0000000010", "1K tokens", "0.000001"),
        ("12", "1K tokens", "12000"),
        ("100.50", "1M tokens", "100.5"),
        (4, "1M tokens", "4"),
    ],
)
def test_units(usd: object, unit: str, expected: str) -> None:
    """A price per thousand tokens is a thousand times that per million, to the last digit."""
    listing = read([replace(OPUS[0], usd=usd, unit=unit), *OPUS[1:]])

    assert expected == listing.rows[0].input


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"unit": "Units"}, "the unit 'Units' is not known"),
        ({"unit": "1M TPM Hour"}, "the unit '1M TPM Hour' is not known"),
        ({"currency": "CNY"}, "no price in USD"),
        ({"usd": "-4.0"}, "'-4.0' is no price"),
        ({"usd": "four"}, "'four' is no price"),
        ({"usd": True}, "'True' is no price"),
        ({"usd": "1e3"}, "'1e3' is no price"),
        ({"usd": "4.x"}, "'4.x' is not a plain decimal number of zero or more; write it like 3.75"),
        ({"usd": "0.0000000001"}, "'0.0000000001' has more than six decimals"),
        ({"usd": "0.0000000000"}, "a price of zero"),
        ({"since": "soon"}, "'soon' is no date; write 2026-10-07 or 2026-10-07T09:30Z"),
    ],
)
def test_one_bad_price_leaves_the_tier_out(fields: dict[str, Any], reason: str) -> None:
    """Whole, with the reason: half a row would price the rest of a response only. Other tiers are not touched."""
    here = model("Claude_Opus_5.5", "new", "4.4/5.5/8.8/0.22/22", is_global=False)
    listing = read([*OPUS[:3], replace(OPUS[3], **fields), *OPUS[4:], *here])

    assert (f"claude-opus-5-5 (bedrock-global): cache read: {reason}",) == listing.left_out
    assert {("claude-opus-5-5", "bedrock-regional"): "4.4/5.5/8.8/0.22/22"} == prices(listing)


@pytest.mark.parametrize("lacking", ["input", "output"])
def test_a_row_needs_input_and_output(lacking: str) -> None:
    """A list that has lost one of them is not taken for a model that is free."""
    place = CLASSES.index(lacking)

    assert (f"claude-opus-5-5 (bedrock-global): {lacking}: no price",) == read(
        OPUS[:place] + OPUS[place + 1 :]
    ).left_out


def test_the_same_price_twice_is_one() -> None:
    """Two products of one usage type that agree."""
    assert {("claude-opus-5-5", "bedrock-global"): "4/5/8/0.2/20"} == prices(read([*OPUS, OPUS[0]]))


def test_two_prices_are_none() -> None:
    """Two products of one usage type that do not agree."""
    listing = read([*OPUS, replace(OPUS[0], usd="5.0")])

    assert ("claude-opus-5-5 (bedrock-global): input: two different prices",) == listing.left_out


def change_first(**parts: Any) -> dict[str, Any]:
    """The file of OPUS with other terms for its first product."""
    file = price_list(OPUS)
    file["terms"]["OnDemand"]["SKU000000000001"] = parts
    return file


def a_term(since: str, usd: str, **more: Any) -> dict[str, Any]:
    """One term with one price."""
    return {
        "effectiveDate": since,
        "priceDimensions": {"d": {"unit": "1M tokens", "pricePerUnit": {"USD": usd}}} | more,
    }


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        ({}, "no price"),
        ({"t": a_term("2026-12-01T00:00:00Z", "4", e={})}, "not one price but several, or none"),
        ({"t": {"effectiveDate": "2026-12-01T00:00:00Z"}}, "not one price but several, or none"),
        ({"t": a_term("2026-12-01T00:00:00Z", "4"), "u": a_term("2026-12-01T00:00:00Z", "5")}, "two different prices"),
    ],
)
def test_terms_that_say_no_one_price(terms: dict[str, Any], reason: str) -> None:
    """No term, tiers by quantity, two prices at a time."""
    listing = read_listing(change_first(**terms), "us-east-1", "2026-12-05")

    assert (f"claude-opus-5-5 (bedrock-global): input: {reason}",) == listing.left_out


def test_a_price_that_is_announced() -> None:
    """Two terms with two dates are two rows; before the first the model has all classes but no input price: no row."""
    file = change_first(t=a_term("2026-12-10T00:00:00Z", "4"), u=a_term("2027-01-01T09:30:00Z", "3"))
    listing = read_listing(file, "us-east-1", "2026-12-05")

    assert [("2026-12-10", "2027-01-01T09:30:00Z", "4", "20"), ("2027-01-01T09:30:00Z", None, "3", "20")] == [
        (row.effective_from, row.effective_until, row.input, row.output) for row in listing.rows
    ]
    assert compile_rows(listing.rows)


def test_other_regions_are_not_ours() -> None:
    """A file of all regions says each price many times over."""
    file = price_list(OPUS)
    file["products"]["SKU000000000001"]["attributes"]["regionCode"] = "eu-west-1"

    assert ("claude-opus-5-5 (bedrock-global): input: no price",) == read_listing(
        file, "us-east-1", "2026-12-05"
    ).left_out


@pytest.mark.parametrize(
    ("file", "fault"),
    [
        (None, "what came is no price list of AmazonBedrockFoundationModels in format v1.0"),
        ([], "what came is no price list of AmazonBedrockFoundationModels in format v1.0"),
        (price_list(OPUS) | {"formatVersion": "v2.0"}, "what came is no price list of AmazonBedrockFoundationModels"),
        (price_list(OPUS) | {"offerCode": "AmazonEC2"}, "what came is no price list of AmazonBedrockFoundationModels"),
        (price_list(OPUS) | {"publicationDate": "today"}, "the price list lacks its date, its products or its prices"),
        (price_list(OPUS) | {"products": []}, "the price list lacks its date, its products or its prices"),
        (price_list(OPUS) | {"terms": {"Reserved": {}}}, "the price list lacks its date, its products or its prices"),
        (price_list([]), "the price list names no Claude model in us-east-1"),
        (
            price_list([Sold("Command R (Amazon Bedrock Edition)", "x")]),
            "the price list names no Claude model in us-east-1",
        ),
    ],
)
def test_what_is_no_list(file: object, fault: str) -> None:
    """Another file, another format, a page of somebody else."""
    with pytest.raises(DownloadError) as raised:
        read_listing(file, "us-east-1", "2026-12-05")

    assert fault == str(raised.value)[: len(fault)]


@pytest.mark.parametrize("product", [None, [], {"attributes": 3}, {"attributes": {"servicename": 3, "usagetype": "x"}}])
def test_products_of_no_shape(product: object) -> None:
    """Cost themselves."""
    file = price_list(OPUS)
    file["products"]["odd"] = product

    assert {("claude-opus-5-5", "bedrock-global"): "4/5/8/0.2/20"} == prices(
        read_listing(file, "us-east-1", "2026-12-05")
    )
