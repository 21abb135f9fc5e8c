"""Sums the accepted rows of the ledger of savings: by technique, session, day or model, and in all."""

from __future__ import annotations

from tallystick.kernel.times import UNKNOWN, parse
from tallystick.kernel.tracker import percent
from tallystick.model.saved import SavedSum
from tallystick.model.spending import UNKNOWN as NOBODY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tallystick.kernel.savings import Saving

    Row = tuple[Saving, int | None]  # with what is left of it, None where that is not known

CHOICES = ("technique", "session", "day", "model")
_PRICED = "priced at "


def group(rows: Iterable[Row], by: str, day_of: Callable[[int], str]) -> list[tuple[str, SavedSum]]:
    """Return a sum for each group: days in order, others by what they saved. `day_of` names the day of a moment (s)."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(_key(row[0], by, day_of), []).append(row)
    sums = [(key, add_up(found)) for key, found in groups.items()]
    return sorted(sums, key=lambda one: one[0] if by == "day" else (-one[1].saved, one[0]))


def _key(row: Saving, by: str, day_of: Callable[[int], str]) -> str:
    if by == "day":
        ms = parse(row.ts)
        return NOBODY if ms == UNKNOWN else day_of(ms // 1000)
    if by == "model":
        return model_of(row.basis)
    return (row.session if by == "session" else row.technique) or NOBODY


def model_of(basis: str) -> str:
    """Return the model that a row was priced at, as its producer wrote it down."""
    words = basis.partition(_PRICED)[2].split()
    return words[0] if words else NOBODY


def add_up(rows: Iterable[Row]) -> SavedSum:
    """Return the sum of rows; those that do not say what was there before are in no percent."""
    count = saved = before = part = cost = 0
    percents: list[int] = []
    nets: list[int | None] = []
    for row, net in rows:
        count += 1
        saved += row.saved
        cost += attodollars(row.cost_usd)
        nets.append(net)
        if row.before:
            before += row.before
            part += row.saved
            percents.append(_bounded(row.saved, row.before))
    return SavedSum(
        rows=count,
        saved=saved,
        before=before or None,
        cost=cost,
        pooled=_bounded(part, before) if percents else None,
        mean=percent_of_mean(percents),
        latest=percents[-1] if percents else None,
        net=None if None in nets else sum(one for one in nets if one is not None),
    )


def percent_of_mean(percents: list[int]) -> int | None:
    """Return the mean of whole percents, rounded half away from zero; None of none."""
    return (2 * sum(percents) + len(percents)) // (2 * len(percents)) if percents else None


def _bounded(saved: int, before: int) -> int:
    return min(100, max(1, percent(saved, before)))


def attodollars(usd: float) -> int:
    """Return dollars as they are written (0.0159) in whole attodollars, and not as the machine holds them."""
    from decimal import Decimal

    return int(Decimal(repr(usd)).scaleb(18).to_integral_value())
