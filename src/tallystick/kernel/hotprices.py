"""The price list as plain lines, for renders: a row for each model, tier, time and threshold, found by search.

`write` and `estimate` are the two ends of it: the cold side compiles the book in force, a render prices a session.
"""

from __future__ import annotations

from tallystick.kernel.models import API, GLOBAL, GOV, REGIONAL, take_apart
from tallystick.kernel.pricing import Rates, cost, in_variant
from tallystick.kernel.sessionfold import INPUT, OUTPUT, SEARCHES, UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tallystick.kernel.models import Name
    from tallystick.kernel.sessionfold import SessionFold

HEAD = "tallystick prices 1"
ANY = "any"  # the tier of a row that answers where a model has no row for the tier asked
_NONE = "-"
_REGIONS = ("us.", "eu.", "apac.", "au.", "jp.", "ca.", "in.", "us-gov.")
# Where a tier has no row: a global price falls back to the regional one, never the other way.
_TIERS = {
    API: (API, ANY),
    GLOBAL: (GLOBAL, REGIONAL, ANY),
    REGIONAL: (REGIONAL, ANY),
    GOV: (GOV, REGIONAL, ANY),
}


class HotRow:
    """One row: since and until (epoch ms, None: open), the prompt it needs (tokens), rates, and factors of variants."""

    __slots__ = ("factors", "model", "rates", "since", "threshold", "tier", "until")

    def __init__(
        self,
        model: str,
        tier: str,
        *,
        since: int | None,
        until: int | None,
        threshold: int,
        rates: Rates,
        factors: tuple[int | None, ...],
    ) -> None:
        self.model = model
        self.tier = tier
        self.since = since
        self.until = until
        self.threshold = threshold
        self.rates = rates
        self.factors = factors


def write(rows: Iterable[HotRow], stamp: str) -> str:
    """Return the lines; a model whose name cannot stand in a line is left out, which makes it unpriced."""
    known = [row for row in rows if row.model.isprintable()]
    cuts = sorted({moment for row in known for moment in (row.since, row.until) if moment is not None})
    bands = sorted({row.threshold for row in known} - {0})
    groups: dict[str, str] = {}
    for row in known:
        numbers = (row.since, row.until, row.threshold, *row.rates.astuple(), *row.factors)
        line = "\t".join((row.tier, *(_NONE if one is None else str(one) for one in numbers)))
        groups[row.model] = groups.get(row.model, "") + f"{line}\n"
    names, at = ["models"], 0  # where the lines of each model start, and how long they are
    for model, lines in groups.items():
        names.append(f"{model}\t{at} {len(lines)}")
        at += len(lines)
    head = (f"{HEAD} {stamp}", " ".join(map(str, ("cuts", *cuts))), " ".join(map(str, ("bands", *bands))))
    return "\n".join((*head, "\t\t".join(names), "".join(groups.values())))


class PriceTable:
    """The lines that `write` made; `cuts` are the moments (ms) at which any price changes, `bands` the thresholds."""

    __slots__ = ("_models", "_text", "bands", "cuts")

    def __init__(self, text: str) -> None:
        head, cuts, bands, self._models, self._text = (*text.split("\n", 4), "", "", "", "")[:5]
        if not head.startswith(HEAD):
            cuts = bands = self._models = ""
        self.cuts = _numbers(cuts)
        self.bands = _numbers(bands)

    def rows(self, model: str) -> dict[str, list[HotRow]]:
        """Return the rows of a model by tier."""
        found: dict[str, list[HotRow]] = {}
        _, mark, rest = self._models.partition(f"\t\t{model}\t")
        if not mark or not model.isprintable():
            return found
        at, length = map(int, rest.partition("\t")[0].split())
        for line in self._text[at : at + length - 1].split("\n"):
            tier, *fields = line.split("\t")
            since, until, threshold, *rates = (None if one == _NONE else int(one) for one in fields)
            row = HotRow(
                model,
                tier,
                since=since,
                until=until,
                threshold=threshold or 0,
                rates=Rates(*rates[:6]),
                factors=tuple(rates[6:]),
            )
            found.setdefault(tier, []).append(row)
        return found


def _numbers(line: str) -> list[int]:
    return [int(word) for word in line.split()[1:] if word.isascii() and word.isdigit()]


class Estimate:
    """What a session cost: attodollars of all priced models (None: no model has a price), and the other models.

    `may_come` says that prices have never been fetched, so that a model may still get one.
    """

    __slots__ = ("atto", "excluded", "may_come")

    def __init__(self, atto: int | None, excluded: Sequence[str]) -> None:
        self.atto = atto
        self.excluded = excluded
        self.may_come = False


def tier_of(main_model: str, prices: str, *, use_bedrock: bool) -> str:
    """Return the tier at which a whole session is priced, by its main model's id.

    Unlike a list of past usage, where an id without region is one region's, a session's tier is global by default.
    """
    found = take_apart(main_model)
    if prices == "api" or (prices == "auto" and not (found.is_bedrock or use_bedrock)):
        return API
    if any(one.startswith(_REGIONS) for one in found.ids):
        return found.tier or REGIONAL
    return GOV if found.tier == GOV else GLOBAL


def estimate(table: PriceTable, fold: SessionFold, tier: str, models: Mapping[str, str]) -> Estimate:
    """Return the cost of a session's totals: per model and class, a model with any unpriced use left out and named."""
    names = [take_apart(one, models) for one in fold.models]
    lists: dict[int, list[HotRow]] = {}
    costs: dict[int, int | None] = {}
    for (model, variant, band, period), row in fold.rows.items():
        if any(row[INPUT:]):
            if model not in lists:
                lists[model] = _find(table, names[model], tier)
            before = costs.get(model, 0)
            one = _price(_choose(lists[model], band, period), row, variant, tier)
            costs[model] = None if before is None or one is None else before + one
    priced = [one for one in costs.values() if one is not None]
    excluded = [names[model].ids[-1] for model, one in costs.items() if one is None]
    return Estimate(sum(priced) if priced or not excluded else None, excluded)


def _find(table: PriceTable, name: Name, tier: str) -> list[HotRow]:
    """Return all rows of a model at the first tier that has any for it."""
    for one in () if name.application_profile else name.ids[name.start :]:
        rows = table.rows(one)
        for kind in _TIERS[tier]:
            if kind in rows:
                return rows[kind]
    return []


def _choose(rows: list[HotRow], band: int, period: int) -> list[HotRow]:
    """Return the row of the largest threshold exceeded at a moment; if that is unknown, one for each time of prices."""
    found = []
    for moment in {row.since or 0 for row in rows} if period == UNKNOWN else (period,):
        here = [
            row
            for row in rows
            if row.threshold <= band and (row.since or 0) <= moment and (row.until is None or moment < row.until)
        ]
        if here:
            found.append(max(here, key=lambda row: row.threshold))
    return found


def _price(rows: list[HotRow], row: Sequence[int], variant: int, tier: str) -> int | None:
    """Return the cost (attodollars) of a row of totals, None where it has no price or not one price."""
    fresh, short, hour, unknown, read = row[INPUT:OUTPUT]
    searches = row[SEARCHES]
    if tier != API:
        variant = searches = 0  # neither is sold there; what is asked for is what the tokens would have cost
    found = set()
    for one in rows:
        rates = in_variant(one.rates, one.factors, variant)
        if isinstance(rates, str):
            return None
        found.add(cost(rates, fresh, short, hour, unknown, read, row[OUTPUT], searches))
    return found.pop() if len(found) == 1 else None
