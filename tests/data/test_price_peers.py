"""The shipped prices against two public lists: the PyPI packages genai-prices and litellm (only its JSON is read).

Every difference fails unless it is listed below with its reason, and a listed one that has gone fails too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal
from fnmatch import fnmatchcase
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tallystick.accounting.pricebook import PriceBook
from tallystick.host.prices import compile_prices
from tallystick.kernel.variants import BATCH, FAST, US_GEO
from tests.tools import find_tool

BOOK = PriceBook.from_compiled(compile_prices(None))
CLASSES = ("input", "write_5m", "write_1h", "read", "output")
PROMPTS = (1, 100_001, 200_001)
DAYS = ("2026-02-15", "2026-10-01", "2026-11-30")
TODAY = DAYS[-1]
BITS = {"standard": 0, "fast": FAST, "us": US_GEO, "batch": BATCH}
USD_A_MILLION = 10**12

Prices = tuple[Decimal | None, ...]


class Claim(NamedTuple):
    """What a peer says that a model costs: USD a million by class, None where it says nothing."""

    peer: str
    model: str
    day: str
    variant: str
    prompt: int
    prices: Prices


OLD = "older than any agent we read"
FLAT = "it keeps no long-context price for a model that had one"
IN_REGION = "it gives a bare Bedrock id the global price; AWS runs that id in its own region, at the regional price"
NO_CACHE = "this model's cache was never sold on Bedrock"
NOT_HOURLY = "it gives no batch price for one-hour cache writes"

# peer, model, day, variant, prompt, class -> why we differ; "*" stands for any.
LISTED = {
    "genai-prices claude-v1 * * * *": OLD,
    "genai-prices claude-2 * * * *": OLD,
    "genai-prices claude-3-sonnet * * * *": OLD,
    "genai-prices us.anthropic.claude-3-sonnet-* * * * *": OLD,
    "litellm *claude-instant-v1 * * * *": OLD,
    "litellm *claude-v[12]* * * * *": OLD,
    "genai-prices claude-sonnet-4-0 * standard 200001 *": FLAT,
    "genai-prices *.anthropic.claude-sonnet-4-2* * standard 200001 *": FLAT,
    "genai-prices *.anthropic.claude-sonnet-4-5-* * standard 200001 *": FLAT,
    "litellm claude-sonnet-4-5* * * 200001 *": FLAT,
    "litellm bedrock/us-gov-*-1/*claude-sonnet-4-5-* * standard 200001 *": FLAT,
    "genai-prices *claude-sonnet-5-5 2026-10-01 standard * read": "it keeps no price from before 2026-10-07",
    "litellm anthropic.claude-*-[45]* * standard * *": IN_REGION,
    "litellm bedrock_mantle/anthropic.claude-haiku-4-5 * standard * *": IN_REGION,
    "genai-prices us.anthropic.claude-3-5-sonnet-20240620-* * standard * *": NO_CACHE,
    "litellm *anthropic.claude-3-5-sonnet-20240620-* * standard * *": NO_CACHE,
    "litellm *anthropic.claude-3-opus-* * standard * *": NO_CACHE,
    "litellm claude-* * batch * write_1h": NOT_HOURLY,
    "litellm apac.anthropic.claude-haiku-4-5-* * standard * write_1h": "it has this class for every other region",
    "litellm anthropic.claude-3-7-sonnet-20240620-* * standard * *": "no such model; the numbers are GovCloud's",
    "litellm *claude-mythos-preview * * * *": "withdrawn, and its two prices there cannot both be right",
    "litellm bedrock/claude_platform/* * * * *": "a product of its own, whose ids no transcript has shown",
}

# What no peer says today, and why we do.
ONLY_OURS = {
    "bedrock-global": (
        "a bare name in a Bedrock session needs one; the regional rate is a tenth more (Mythos 5) or the same (older)",
        (
            "claude-mythos-5 claude-opus-4-1 claude-opus-4 claude-3-7-sonnet claude-3-5-sonnet "
            "claude-3-5-sonnet-20240620 claude-3-5-haiku claude-3-haiku claude-3-opus"
        ),
    ),
    "bedrock-gov": (
        "every GovCloud rate that is listed is 1.2 times the global one",
        (
            "claude-fable-5-2 claude-mythos-5-2 claude-mythos-5-1 claude-fable-5 claude-mythos-5 claude-opus-4-7 "
            "claude-opus-4-6 claude-opus-4-5 claude-sonnet-4-6"
        ),
    ),
}

# Installed by .ci/run; read in a process of its own, so that none of its dependencies meets ours.
ASK_GENAI_PRICES = """
import datetime, json, sys
from genai_prices.data import providers
days, prompts = json.load(sys.stdin)
fields = ("input_mtok", "cache_write_mtok", "cache_write_1h_mtok", "cache_read_mtok", "output_mtok")
contexts = {"standard": None, "fast": {"speed": "fast"}, "batch": {"processing": "batch"}}
def at(price, prompt):
    for tier in sorted(getattr(price, "tiers", ()), key=lambda tier: -tier.start):
        if prompt > tier.start:
            return str(tier.price)
    return None if price is None else str(getattr(price, "base", price))
for provider in providers:
    for model in provider.models if provider.id in ("anthropic", "aws") else ():
        if "claude" not in model.id:
            continue
        variants = model.price_variants or ()
        sold = {"standard"} | {name for v in variants for name in contexts if v.when == contexts[name]}
        for day in days:
            moment = datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.timezone.utc)
            for variant in sold if day == days[-1] else ["standard"]:
                prices = model.get_prices(moment, contexts[variant])
                for prompt in prompts:
                    found = [at(getattr(prices, field), prompt) for field in fields]
                    print(json.dumps([model.id, day, variant, prompt, found]))
"""


def decimals(prices: list[str | None]) -> Prices:
    """Decimal prices of decimal texts."""
    return tuple(None if price is None else Decimal(price) for price in prices)


def genai_claims(folder: str) -> list[Claim]:
    """What genai-prices says of its two sellers' Claude models, on three days."""
    asked = subprocess.run(
        [sys.executable, "-c", ASK_GENAI_PRICES],
        input=json.dumps([DAYS, PROMPTS]),
        env=os.environ | {"PYTHONPATH": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    said = [json.loads(line) for line in asked.stdout.splitlines()]
    # It writes "regional." for what AWS calls "us.", "eu." and so on.
    return [
        Claim("genai-prices", name.replace("regional.", "us."), day, variant, prompt, decimals(prices))
        for name, day, variant, prompt, prices in said
    ]


LITELLM_FIELDS = (
    "input_cost_per_token",
    "cache_creation_input_token_cost",
    "cache_creation_input_token_cost_above_1hr",
    "cache_read_input_token_cost",
    "output_cost_per_token",
)
LITELLM_SELLERS = {"anthropic", "bedrock", "bedrock_converse", "bedrock_mantle"}


def litellm_prices(entry: dict[str, Any], prompt: int, batch: str = "") -> Prices:
    """An entry's prices a million for a prompt; the highest threshold that it exceeds counts."""
    over = ""
    for threshold in (100, 200):
        if prompt > threshold * 1000 and f"input_cost_per_token_above_{threshold}k_tokens" in entry:
            over = f"_above_{threshold}k_tokens"
    found = [entry.get(field + over + batch) for field in LITELLM_FIELDS]
    return tuple(None if price is None else Decimal(price) * 10**6 for price in found)


def litellm_claims(folder: str) -> list[Claim]:
    """What litellm's list says today, found without importing it."""
    spec = PathFinder.find_spec("litellm", [folder])
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin).with_name("model_prices_and_context_window_backup.json")
    claims = []
    for model, entry in json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal).items():
        if "claude" not in model or entry.get("litellm_provider") not in LITELLM_SELLERS:
            continue
        for prompt in PROMPTS:
            prices = litellm_prices(entry, prompt)
            factors = {"standard": Decimal(1), **entry.get("provider_specific_entry", {})}
            for variant, factor in factors.items() if any(prices) else ():
                multiplied = tuple(None if price is None else price * factor for price in prices)
                claims.append(Claim("litellm", model, TODAY, variant, prompt, multiplied))
            batch = litellm_prices(entry, prompt, "_batches")
            if any(batch) and entry["litellm_provider"] == "anthropic":
                claims.append(Claim("litellm", model, TODAY, "batch", prompt, batch))
    return claims


def noon(day: str) -> int:
    """The middle of a day in epoch milliseconds."""
    return int(datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=UTC).timestamp()) * 1000


def our_prices(claim: Claim) -> Prices:
    """What the shipped list says to the same question."""
    quote = BOOK.quote(claim.model, noon(claim.day), BITS[claim.variant], claim.prompt)
    if quote is None:
        return (None,) * 5
    return tuple(None if rate is None else Decimal(rate) / USD_A_MILLION for rate in quote.rates.astuple()[:5])


def was_on_sale(claim: Claim) -> bool:
    """Peers carry a price back to before the model existed; of those days we ask nothing."""
    return claim.day == TODAY or BOOK.quote(claim.model, noon(claim.day), 0, claim.prompt) is not None


def differences(claims: list[Claim]) -> list[tuple[str, str]]:
    """Each class that a peer prices otherwise: the question, and both answers."""
    return [
        (
            f"{claim.peer} {claim.model} {claim.day} {claim.variant} {claim.prompt} {name}",
            f"they say {theirs}, we say {ours}",
        )
        for claim in claims
        if was_on_sale(claim)
        for name, theirs, ours in zip(CLASSES, claim.prices, our_prices(claim), strict=True)
        if theirs != ours
    ]


@pytest.fixture(scope="module")
def claims() -> list[Claim]:
    """All that both peers say."""
    folder = find_tool("price-peers")
    assert folder is not None
    return genai_claims(folder) + litellm_claims(folder)


@pytest.mark.needs("price-peers")
def test_every_difference_has_its_reason(claims: list[Claim]) -> None:
    """What a peer prices otherwise is listed above, and every line above is needed."""
    found = differences(claims)
    unlisted = [f"{what}: {how}" for what, how in found if not any(fnmatchcase(what, line) for line in LISTED)]
    stale = [line for line in LISTED if not any(fnmatchcase(what, line) for what, _ in found)]

    assert unlisted == []
    assert stale == []


@pytest.mark.needs("price-peers")
def test_what_no_peer_says_is_listed(claims: list[Claim]) -> None:
    """Every model and tier of ours is priced by a peer today, or listed with its reason."""
    asked = [claim for claim in claims if claim.day == TODAY and claim.variant == "standard"]
    quotes = [BOOK.quote(claim.model, noon(TODAY), 0, claim.prompt) for claim in asked]
    said = {(quote.tier, quote.row.model) for quote in quotes if quote is not None}
    ours = {(row.tier, row.model) for row in BOOK.rows}
    listed = {(tier, model) for tier, (_, models) in ONLY_OURS.items() for model in models.split()}

    assert listed == ours - said


def test_a_difference_is_noticed() -> None:
    """The comparison itself: a peer that agrees, and one that is a cent too high in one class."""
    prices = decimals(["4", "5", "8", "0.2", "20"])
    same = Claim("peer", "claude-opus-5-5", TODAY, "standard", 1, prices)
    other = same._replace(prices=(*prices[:4], Decimal("20.01")))

    assert [] == differences([same])
    assert [("peer claude-opus-5-5 2026-11-30 standard 1 output", "they say 20.01, we say 20")] == differences([other])
