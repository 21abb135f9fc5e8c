"""The price list in force: a model name, a time, a variant and a prompt in, the rates of that response out.

It prices only what a row says. A name, a time, a tier or a variant without a row is unpriced, with the reason.
"""

from __future__ import annotations

from tallystick.accounting.pricerows import ALWAYS, ANY, FIELDS, FORMAT, OPEN, Row
from tallystick.errors import PriceError, UsageError
from tallystick.kernel.models import API, GLOBAL, GOV, REGIONAL, take_apart
from tallystick.kernel.pricing import VARIANTS, Rates, in_variant
from tallystick.kernel.variants import BATCH, FAST, OVER_100K, OVER_200K, US_GEO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from tallystick.kernel.models import Name

_PLACES = {
    GLOBAL: " and the name stands for every region",
    REGIONAL: " and the name stands for one region or group of regions",
    GOV: " and the name stands for GovCloud",
}
_CLASSES = ("input", "5-minute cache writes", "1-hour cache writes", "cache reads", "output")


class Quote:
    """The rates of one response, the row they come from and one sentence that says why.

    They hold from `valid_from_ms` until just before `valid_until_ms`; an open end is beyond every date.
    """

    __slots__ = ("rates", "reason", "row", "tier", "valid_from_ms", "valid_until_ms")

    def __init__(
        self, *, rates: Rates, row: Row, tier: str, reason: str, valid_from_ms: int, valid_until_ms: int
    ) -> None:
        self.rates = rates
        self.row = row
        self.tier = tier
        self.reason = reason
        self.valid_from_ms = valid_from_ms
        self.valid_until_ms = valid_until_ms


class Explanation:
    """A quote, or None where there is no price, and one sentence that says why."""

    __slots__ = ("quote", "reason", "valid_from_ms", "valid_until_ms")

    def __init__(
        self, quote: Quote | None, reason: str, valid_from_ms: int = ALWAYS, valid_until_ms: int = OPEN
    ) -> None:
        self.quote = quote
        self.reason = reason
        self.valid_from_ms = valid_from_ms
        self.valid_until_ms = valid_until_ms


class PriceBook:
    """Rows of a price list, asked under one choice of provider.

    `prices` is "api", "bedrock" or "auto" (Bedrock for a Bedrock id or where `use_bedrock` says that the client runs on
    it); `bedrock_tier` is the tier of a name that gives no region; `models` maps names as written to model names.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        *,
        prices: str = "auto",
        use_bedrock: bool = False,
        bedrock_tier: str = GLOBAL,
        models: Mapping[str, str] | None = None,
    ) -> None:
        from tallystick.accounting.pricerows import compile_rows

        compiled = compile_rows(tuple(rows))
        self._adopt(compiled, prices=prices, use_bedrock=use_bedrock, bedrock_tier=bedrock_tier, models=models)

    @classmethod
    def from_compiled(
        cls,
        compiled: object,
        *,
        prices: str = "auto",
        use_bedrock: bool = False,
        bedrock_tier: str = GLOBAL,
        models: Mapping[str, str] | None = None,
    ) -> PriceBook:
        """Build a book from what compile_rows returned, also in an earlier run; PriceError if another version did."""
        if not isinstance(compiled, tuple) or len(compiled) != 9 or compiled[0] != FORMAT:
            raise PriceError("the kept price list is of another version of tally; read the price files again")
        book = cls.__new__(cls)
        book._adopt(  # noqa: SLF001 - the same class
            compiled, prices=prices, use_bedrock=use_bedrock, bedrock_tier=bedrock_tier, models=models
        )
        return book

    def _adopt(
        self,
        compiled: tuple[Any, ...],
        *,
        prices: str,
        use_bedrock: bool,
        bedrock_tier: str,
        models: Mapping[str, str] | None,
    ) -> None:
        if prices not in {"api", "bedrock", "auto"}:
            raise UsageError(f"prices = {prices!r} is not one of api, bedrock, auto")
        _, self.version, self.sha256, self.origin, self.as_of, thresholds, *tables = compiled
        self._segments, self._numbers, self._texts = tables
        self.thresholds = frozenset(thresholds)
        self._ascending = thresholds
        self._prices = prices
        self._use_bedrock = use_bedrock
        self._bedrock_tier = bedrock_tier
        self._models = models or {}
        self._warm: dict[tuple[str, int, int], list[Explanation]] = {}

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return every row of the list, in its order."""
        return tuple(map(_row, self._texts))

    def changes(self, first_ms: int, last_ms: int) -> list[int]:
        """Return the moments after `first_ms` and up to `last_ms` at which any price begins or ends, ascending."""
        starts = {start for tiers in self._segments.values() for found, _ in tiers.values() for start in found}
        return sorted(start for start in starts if first_ms < start <= last_ms)

    def quote(self, model: str, at_ms: int | None, variant: int = 0, prompt: int | None = None) -> Quote | None:
        """Return the rates of a response at a time (epoch ms; None: unknown) or None where it has no price.

        `prompt` is its whole prompt in tokens; without it the OVER_ bits of `variant` say what is known of it.
        """
        return self.explain(model, at_ms, variant, prompt).quote

    def explain(self, model: str, at_ms: int | None, variant: int = 0, prompt: int | None = None) -> Explanation:
        """Return what quote returns, with the reason also where there is no price."""
        band = -1
        if prompt is not None:
            band = 0
            for threshold in self._ascending:
                if prompt > threshold:
                    band = threshold
        key = (model, variant, band)
        if at_ms is None:
            return self._explain_timeless(key)
        known = self._warm.get(key)
        if known is None:
            known = self._warm[key] = []
        for explanation in known:
            if explanation.valid_from_ms <= at_ms < explanation.valid_until_ms:
                return explanation
        known.append(self._look_up(key, at_ms))
        return known[-1]

    def _explain_timeless(self, key: tuple[str, int, int]) -> Explanation:
        """Price a response without a time only if every time at which the model has a price gives the same rates."""
        found = self._find(self._name(key[0]))
        if isinstance(found, str):
            return Explanation(None, found)
        starts, in_force = found[2]
        times = [start for start, rows in zip(starts, in_force, strict=True) if rows]
        answers = [self._look_up(key, at_ms) for at_ms in times]
        prices = {answer.quote and answer.quote.rates.astuple() for answer in answers}
        if len(prices) == 1:
            return answers[-1]
        return Explanation(None, f"unpriced: the price of {found[0]} has changed and the response has no time.")

    def _name(self, model: str) -> Name:
        return take_apart(model, self._models)

    def _find(self, name: Name) -> tuple[str, str, Any] | str:
        """Return the id, the tier and the segments that price a name, or why nothing does."""
        if name.application_profile:
            return (
                f'unpriced: an application inference profile does not name its model; add "{name.raw}" to [models] '
                "in config.toml."
            )
        tier = self._tier(name)
        sold_elsewhere = ""
        for model in name.ids[name.start :]:
            tiers = self._segments.get(model)
            if tiers:
                for kind in (tier, ANY):
                    if kind in tiers:
                        return model, kind, tiers[kind]
                sold_elsewhere = model
        if sold_elsewhere:
            return f"unpriced: the price list has {sold_elsewhere}, but not at the {tier} rate."
        return f'unpriced: the price list has no model "{name.ids[-1]}"{_origin(name, len(name.steps))}.'

    def _tier(self, name: Name) -> str:
        on_bedrock = name.is_bedrock or self._use_bedrock if self._prices == "auto" else self._prices == "bedrock"
        return (name.tier or self._bedrock_tier) if on_bedrock else API

    def _look_up(self, key: tuple[str, int, int], at_ms: int) -> Explanation:
        model, variant, band = key
        name = self._name(model)
        found = self._find(name)
        if isinstance(found, str):
            return Explanation(None, found)
        bare, tier, (starts, in_force) = found
        place = sum(start <= at_ms for start in starts) - 1
        since = starts[place]
        until = starts[place + 1] if place + 1 < len(starts) else OPEN
        if not in_force[place]:
            return Explanation(None, f"unpriced: {bare} has no {tier} price at that time.", since, until)
        position = self._choose(in_force[place], variant, band)
        if isinstance(position, str):
            return Explanation(None, f"unpriced: {bare} {position}.", since, until)
        rates = self._rates(position, variant)
        if isinstance(rates, str):
            return Explanation(None, f"unpriced: {bare} has no {rates} rate at {tier}.", since, until)
        row = _row(self._texts[position])
        reason = _reason(name, bare, row, self._why_tier(name, tier), rates, variant)
        quote = Quote(rates=rates, row=row, tier=tier, reason=reason, valid_from_ms=since, valid_until_ms=until)
        return Explanation(quote, reason, since, until)

    def _choose(self, in_force: tuple[int, ...], variant: int, band: int) -> int | str:
        """Return the row of the largest threshold that the prompt exceeds, or why none is certain."""
        low, high = (band, band) if band >= 0 else _known_prompt(variant)
        for position in in_force:
            threshold = self._texts[position][5]
            if threshold <= low:
                return position
            if threshold < high:
                return (
                    f"has a price of its own for prompts over {threshold} tokens, and the size of this one is unknown"
                )
        return "has no price for a prompt of that size"

    def _rates(self, position: int, variant: int) -> Rates | str:
        """Return the rates of a row in a variant, or the name of the variant that it does not sell."""
        numbers = self._numbers[position]
        return in_variant(Rates(*numbers[2:8]), numbers[8:11], variant)

    def _why_tier(self, name: Name, tier: str) -> str:
        if tier == ANY:
            return "at the one rate that the list has for it"
        if self._prices != "auto":
            chosen = f"prices = {self._prices} is chosen"
        elif tier == API:
            chosen = "nothing says that it ran on Bedrock"
        else:
            chosen = "it is a Bedrock id" if name.is_bedrock else "CLAUDE_CODE_USE_BEDROCK is set"
        region = "" if tier == API else _PLACES.get(name.tier or "", " and the name gives no region")
        return f"at the {tier} rate because {chosen}{region}"


def _known_prompt(variant: int) -> tuple[int, int]:
    """Return a number of tokens that the prompt exceeds and one that it does not, as far as the OVER_ bits know."""
    if variant & OVER_200K:
        return 200_000, OPEN
    return (100_000, 200_000) if variant & OVER_100K else (0, 100_000)


def _row(texts: tuple[Any, ...]) -> Row:
    return Row(**dict(zip(FIELDS, texts, strict=True)))


def _origin(name: Name, steps: int) -> str:
    return f' (from "{name.raw}": {", ".join(name.steps[:steps])})' if steps else ""


def _reason(name: Name, bare: str, row: Row, why_tier: str, rates: Rates, variant: int) -> str:
    origin = _origin(name, name.ids.index(bare, name.start))
    since = f" from {row.effective_from}" if row.effective_from else ""
    until = f" until {row.effective_until}" if row.effective_until else ""
    parts = [
        f"{bare}{origin} {why_tier}, by the row in force{since}{until}" + ("" if since or until else " at all times")
    ]
    if row.context_threshold:
        parts.append(f"for a prompt over {row.context_threshold} tokens")
    for bit, label in VARIANTS:
        if variant & bit:
            factor = {FAST: row.fast, US_GEO: row.us_geo, BATCH: row.batch}[bit]
            parts.append(f"{label} x{factor}")
    unsold = [label for label, rate in zip(_CLASSES, rates.astuple(), strict=False) if rate is None]
    if unsold:
        parts.append(f"no price for {', '.join(unsold)}")
    return ", ".join(parts) + "."
