"""One region's file of the AWS Price List -> price rows of Claude models on Bedrock.

It takes what it can name: a usage type in one of the two spellings, a price in USD per thousand or million tokens. What
it cannot name is listed, never guessed; a model and tier with one unusable price is left out whole, with the reason.
"""

from __future__ import annotations

from tallystick.accounting.pricerows import Row, instant
from tallystick.errors import DownloadError, PriceError
from tallystick.kernel.models import GLOBAL, GOV, REGIONAL
from tallystick.kernel.money import MILLION, millionths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Rates = dict[str, dict[str, str]]  # class of tokens -> date -> USD a million

OFFER = "AmazonBedrockFoundationModels"

# The two spellings of what is sold on demand: models up to 4.6 and Fable 5, and models since.
_OLD_SPELLING = {
    "InputTokenCount": "input",
    "OutputTokenCount": "output",
    "CacheReadInputTokenCount": "cache_read",
    "CacheWriteInputTokenCount": "cache_write_5m",
    "CacheWrite1hInputTokenCount": "cache_write_1h",
}
_NEW_SPELLING = {
    "input_tokens": "input",
    "output_tokens": "output",
    "cache_read_tokens": "cache_read",
    "cache_write_tokens": "cache_write_5m",
    "cache_write_tokens_1h": "cache_write_1h",
}
_SOLD: dict[str, tuple[str, bool]] = {
    **{name: (field, False) for name, field in _OLD_SPELLING.items()},
    **{f"{name}_Global": (field, True) for name, field in _OLD_SPELLING.items()},
    **{f"{name}_standard": (field, False) for name, field in _NEW_SPELLING.items()},
    **{f"{name}_global_standard": (field, True) for name, field in _NEW_SPELLING.items()},
}
# Words that say: this is another way of buying. No price of it is a price on demand, however it is spelled.
_OTHER_WAYS = ("batch", "flex", "priority", "latency", "reserved", "provisioned", "custom", "storage")

_EDITION = " (Amazon Bedrock Edition)"
# The first 3.5 Sonnet has a list entry of its own and no cache prices; its id keeps its date for that reason.
_BY_NAME = {"Claude 3.5 Sonnet": "claude-3-5-sonnet-20240620", "Claude 3.5 Sonnet v2": "claude-3-5-sonnet"}
_TWO = "two different prices"
_UNITS = {"1k tokens": 3, "1m tokens": 0}  # decimal places between the unit and a million


class Listing:
    """What a file says: rows, usage types nobody knows (`unknown`), models and tiers that are `left_out` with the
    reason, models of one price `everywhere`, and how many prices of `other_ways` of buying were passed over.
    `published` is the file's own date.
    """

    __slots__ = ("everywhere", "left_out", "other_ways", "published", "rows", "unknown")

    def __init__(self, published: str) -> None:
        self.published = published
        self.rows: tuple[Row, ...] = ()
        self.unknown: tuple[str, ...] = ()
        self.left_out: tuple[str, ...] = ()
        self.everywhere: tuple[str, ...] = ()
        self.other_ways = 0


def read_listing(parsed: object, region: str, as_of: str) -> Listing:
    """Read a parsed file; `as_of` is the day on which it was fetched. DownloadError where it is no such list."""
    if _at(parsed, "formatVersion") != "v1.0" or _at(parsed, "offerCode") != OFFER:
        raise DownloadError(f"what came is no price list of {OFFER} in format v1.0")
    published = str(_at(parsed, "publicationDate"))
    products, terms = _at(parsed, "products"), _at(parsed, "terms", "OnDemand")
    if not _is_moment(published) or not isinstance(products, dict) or not isinstance(terms, dict):
        raise DownloadError("the price list lacks its date, its products or its prices")
    listing = Listing(published)
    offers = _Offers(terms)
    unknown: set[tuple[str, str]] = set()
    for sku, product in products.items():
        place = _place(product, region)
        if place is None:
            continue
        name, usage, sold = place
        model = model_of(name)
        if sold == "other":
            listing.other_ways += 1
        elif model is None or isinstance(sold, str):
            unknown.add((name, usage))
        else:
            field, is_global = sold
            offers.add(sku, model, GLOBAL if is_global else _home_tier(region), field, name)
    if not offers.names and not unknown:
        raise DownloadError(f"the price list names no Claude model in {region}")
    listing.unknown = tuple(f"{name}: {usage}" for name, usage in sorted(unknown))
    listing.everywhere = offers.everywhere({model_of(name) for name, _ in unknown})
    source = f"AWS Price List, {OFFER}, {region}, published {published[:10]}"
    listing.rows, listing.left_out = offers.rows(source, as_of)
    return listing


def model_of(name: str) -> str | None:
    """Return the id of the model that the list calls `Claude Opus 5.5 (Amazon Bedrock Edition)`, None for no such name.

    Models before 4 have their number first in the id, whichever way round the list says it.
    """
    bare = name.removesuffix(_EDITION)
    words = bare.split(" ")
    if bare in _BY_NAME:
        return _BY_NAME[bare]
    if len(words) != 3 or words[0] != "Claude" or bare == name:
        return None
    family, version = words[1:] if _is_version(words[2]) else reversed(words[1:])
    if not (family.isascii() and family.isalpha() and _is_version(version)):
        return None
    number = version.replace(".", "-")
    parts = (number, family.lower()) if int(version.partition(".")[0]) < 4 else (family.lower(), number)
    return f"claude-{'-'.join(parts)}"


def _is_version(text: str) -> bool:
    parts = text.split(".")
    return len(parts) <= 2 and all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts)


def meaning(usage: str) -> tuple[str, bool] | str:
    """Return the class of tokens that a usage type sells on demand and whether globally; "other" for another way of
    buying, "unknown" for everything that no rule names.
    """
    _, colon, rest = usage.rpartition(":")
    code, _, body = rest.removesuffix("-Units").partition("_")
    if colon and rest.endswith("-Units") and code.isalnum() and code.isupper() and body in _SOLD:
        return _SOLD[body]
    return "other" if any(word in usage.lower() for word in _OTHER_WAYS) else "unknown"


def _home_tier(region: str) -> str:
    return GOV if region.startswith("us-gov-") else REGIONAL


def _place(product: object, region: str) -> tuple[str, str, tuple[str, bool] | str] | None:
    """Return name, usage type and meaning of a Claude model's product in this region, None for any other product."""
    name, usage = _at(product, "attributes", "servicename"), _at(product, "attributes", "usagetype")
    if not isinstance(name, str) or not isinstance(usage, str) or not name.startswith("Claude"):
        return None
    return (name, usage, meaning(usage)) if _at(product, "attributes", "regionCode") == region else None


def _at(value: object, *path: str) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


class _Offers:
    """Prices as they are found, by model and tier, and why one of them cannot be used."""

    __slots__ = ("_faults", "_found", "_terms", "names")

    def __init__(self, terms: dict[str, object]) -> None:
        self._terms = terms
        self._found: dict[tuple[str, str], Rates] = {}
        self._faults: dict[tuple[str, str], str] = {}
        self.names: dict[str, str] = {}

    def add(self, sku: str, model: str, tier: str, field: str, name: str) -> None:
        """Note the price of one product; two that do not agree are a fault, two that do are one."""
        self.names[model] = name.removesuffix(_EDITION)
        rates = self._found.setdefault((model, tier), {})
        fault = ""
        try:
            new = _rates_by_date(self._terms.get(sku))
        except PriceError as error:
            fault = str(error)
        else:
            fault = "" if rates.setdefault(field, new) == new else _TWO
        if fault:
            self._faults.setdefault((model, tier), f"{field.replace('_', ' ')}: {fault}")

    def everywhere(self, unclear: set[str | None]) -> tuple[str, ...]:
        """Return the models that have no sign of a global price and none of those that are unclear."""
        with_global = {model for model, tier in self._found if tier == GLOBAL}
        return tuple(sorted(self.names.keys() - with_global - unclear))

    def rows(self, source: str, as_of: str) -> tuple[tuple[Row, ...], tuple[str, ...]]:
        """Return the rows of every model and tier without a fault, and the others with theirs."""
        rows: list[Row] = []
        for (model, tier), rates in sorted(self._found.items()):
            lacking = next((field for field in ("input", "output") if field not in rates), None)
            if lacking:
                self._faults.setdefault((model, tier), f"{lacking}: no price")
            if (model, tier) not in self._faults:
                rows += _rows(model, tier, rates, f"{source}: {self.names[model]}", as_of)
        faults = sorted(self._faults.items())
        return tuple(rows), tuple(f"{model} ({tier}): {fault}" for (model, tier), fault in faults)


def _rates_by_date(terms: object) -> dict[str, str]:
    """Return USD a million tokens by the date from which it holds; PriceError says what is wrong with a term."""
    if not isinstance(terms, dict) or not terms:
        raise PriceError("no price")
    found: dict[str, str] = {}
    for term in terms.values():
        date = _date(_at(term, "effectiveDate"))
        dimensions = _at(term, "priceDimensions")
        if not isinstance(dimensions, dict) or len(dimensions) != 1:
            raise PriceError("not one price but several, or none")
        (dimension,) = dimensions.values()
        rate = _per_million(_at(dimension, "pricePerUnit", "USD"), _at(dimension, "unit"))
        if found.setdefault(date, rate) != rate:
            raise PriceError(_TWO)
    return found


def _date(value: object) -> str:
    """Return "2026-09-01" for the midnight that begins it, any other time as it is; PriceError for no time."""
    text = str(value)
    instant(text)
    return text.removesuffix("T00:00:00Z")


def _is_moment(text: str) -> bool:
    """Whether a text is a UTC time to the second, so that an earlier one is also the smaller text."""
    shape = "".join("0" if character.isdigit() else character for character in text)
    return text.isascii() and shape == "0000-00-00T00:00:00Z"


def _per_million(value: object, unit: object) -> str:
    """Turn a price per unit into USD per million tokens, exactly; zero is refused: nothing that is sold costs it."""
    places = _UNITS.get(str(unit).lower())
    if places is None:
        raise PriceError(f"the unit {str(unit)[:40]!r} is not known")
    if value is None:
        raise PriceError("no price in USD")
    whole, _, fraction = str(value).partition(".")
    if not (whole.isascii() and whole.isdigit()):
        raise PriceError(f"{str(value)[:40]!r} is no price")
    fraction = fraction.ljust(places, "0")
    amount = millionths(f"{whole}{fraction[:places]}.{fraction[places:] or '0'}")
    if not amount:
        raise PriceError("a price of zero")
    return f"{amount // MILLION}.{amount % MILLION:06}".rstrip("0").rstrip(".")


def _rows(model: str, tier: str, rates: Rates, source: str, as_of: str) -> list[Row]:
    """Return a row for each stretch of time from the moment on at which every class has its price."""
    begins = max((min(by_date, key=instant) for by_date in rates.values()), key=instant)
    dates = sorted({date for by_date in rates.values() for date in by_date}, key=instant)
    dates = dates[dates.index(begins) :]
    rows = []
    for number, date in enumerate(dates):
        prices: dict[str, Any] = {
            field: by_date[max((d for d in by_date if instant(d) <= instant(date)), key=instant)]
            for field, by_date in rates.items()
        }
        rows.append(
            Row(
                provider="bedrock",
                model=model,
                tier=tier,
                effective_from=date,
                effective_until=dates[number + 1] if number + 1 < len(dates) else None,
                source=source,
                as_of=as_of,
                **prices,
            )
        )
    return rows
