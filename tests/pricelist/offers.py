"""Makes files of the AWS Price List from short lines; the format is public, the SKUs are invented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

OFFER = "AmazonBedrockFoundationModels"
PUBLISHED = "2026-12-01T12:44:10Z"
SINCE = "2026-12-01T00:00:00Z"

OLD = {
    "input": "InputTokenCount",
    "output": "OutputTokenCount",
    "read": "CacheReadInputTokenCount",
    "write_5m": "CacheWriteInputTokenCount",
    "write_1h": "CacheWrite1hInputTokenCount",
}
NEW = {
    "input": "input_tokens",
    "output": "output_tokens",
    "read": "cache_read_tokens",
    "write_5m": "cache_write_tokens",
    "write_1h": "cache_write_tokens_1h",
}
CLASSES = ("input", "write_5m", "write_1h", "read", "output")

# Public prices: global in / 5m / 1h / read / out, then one region's; "-" where a class is not sold.
MODELS = """
Claude_Opus_5.5    new  4/5/8/0.2/20          4.4/5.5/8.8/0.22/22
Claude_Sonnet_5.5  new  2/2.5/4/0.1/10        2.2/2.75/4.4/0.11/11
Claude_Fable_5     old  10/12.5/20/1/50       11/13.75/22/1.1/55
Claude_Opus_4.6    old  5/6.25/10/0.5/25      5.5/6.875/11/0.55/27.5
Claude_Haiku_4.5   old  1/1.25/2/0.1/5        1.1/1.375/2.2/0.11/5.5
Claude_3.7_Sonnet  old  -                     3/3.75/-/0.3/15
Claude_3_Haiku     old  -                     0.25/-/-/-/1.25
"""


@dataclass(frozen=True, slots=True)
class Sold:
    """One product with its price; None for a part leaves it out of the file."""

    name: str
    usage: str
    usd: object = "1.0000000000"
    unit: str = "1M tokens"
    since: str = SINCE
    currency: str = "USD"


def usage_type(body: str, code: str = "USE1") -> str:
    """A usage type as the list spells it around the part that matters."""
    return f"{code}-MP:{code}_{body}-Units"


def body(kind: str, spelling: str, *, is_global: bool) -> str:
    """The part of a usage type that names the class of tokens and the tier."""
    if spelling == "new":
        return f"{NEW[kind]}_{'global_' if is_global else ''}standard"
    return f"{OLD[kind]}{'_Global' if is_global else ''}"


def model(name: str, spelling: str, prices: str, *, is_global: bool, code: str = "USE1") -> list[Sold]:
    """The products of one model and tier, prices written as in / 5m / 1h / read / out."""
    if prices == "-":
        return []
    edition = f"{name.replace('_', ' ')} (Amazon Bedrock Edition)"
    return [
        Sold(
            edition,
            usage_type(body(kind, spelling, is_global=is_global), code),
            f"{price}.0" if "." not in price else price,
        )
        for kind, price in zip(CLASSES, prices.split("/"), strict=True)
        if price != "-"
    ]


def everything(code: str = "USE1") -> list[Sold]:
    """Every model above, globally and in one region, and some of what is no price on demand."""
    sold = []
    for line in MODELS.strip().splitlines():
        name, spelling, everywhere, here = line.split()
        sold += model(name, spelling, everywhere, is_global=True, code=code)
        sold += model(name, spelling, here, is_global=False, code=code)
    edition = "Claude Opus 5.5 (Amazon Bedrock Edition)"
    sold.append(Sold(edition, usage_type("input_tokens_global_batch", code), "2.0"))
    sold.append(Sold(edition, usage_type("Reserved_1Month_InputTPM_Global", code), "9.0", "1M TPM Hour"))
    sold.append(Sold("Command R (Amazon Bedrock Edition)", usage_type("InputTokenCount", code), "0.5"))
    return sold


def price_list(sold: list[Sold], region: str = "us-east-1", published: str = PUBLISHED) -> dict[str, Any]:
    """A whole file with these products."""
    products, terms = {}, {}
    for number, one in enumerate(sold, 1):
        sku = f"SKU{number:012}"
        products[sku] = product(sku, one, region)
        terms[sku] = {f"{sku}.JRTCKXETXF": term(sku, one, region)}
    return {
        "formatVersion": "v1.0",
        "disclaimer": "This pricing list is for informational purposes only.",
        "offerCode": OFFER,
        "version": published.translate(str.maketrans("", "", "-:TZ")),
        "publicationDate": published,
        "products": products,
        "terms": {"OnDemand": terms},
    }


def product(sku: str, one: Sold, region: str) -> dict[str, Any]:
    """What is sold."""
    return {
        "sku": sku,
        "productFamily": "Machine Learning",
        "attributes": {
            "servicename": one.name,
            "location": "US East (N. Virginia)",
            "locationType": "AWS Region",
            "operation": "",
            "regionCode": region,
            "usagetype": one.usage,
        },
    }


def term(sku: str, one: Sold, region: str) -> dict[str, Any]:
    """What it costs."""
    rate = f"{sku}.JRTCKXETXF.6YS6EN2CT7"
    return {
        "offerTermCode": "JRTCKXETXF",
        "sku": sku,
        "effectiveDate": one.since,
        "termAttributes": {},
        "priceDimensions": {
            rate: {
                "rateCode": rate,
                "description": f"AWS Marketplace software usage|{region}|{one.usage}",
                "beginRange": "0",
                "endRange": "Inf",
                "unit": one.unit,
                "appliesTo": [],
                "pricePerUnit": {one.currency: one.usd},
            }
        },
    }
