"""Fetches usage from the index and prices it: sums where sums can be priced, single responses where they cannot."""

from __future__ import annotations

from tallystick.model.usage import UsageRow
from tallystick.store import queries, sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallystick.accounting.costing import Pricer
    from tallystick.accounting.periods import Calendar
    from tallystick.accounting.pricebook import PriceBook
    from tallystick.accounting.spending import Priced
    from tallystick.model.answers import StatedUsage
    from tallystick.store.index import Index
    from tallystick.tasks.choosing import Choice

    Exact = tuple[UsageRow, int, int]


def find_cuts(index: Index, choice: Choice, calendar: Calendar | None, book: PriceBook) -> list[int]:
    """Return the quarters at which a sum must end: where a period begins, or any price changes."""
    span = sums.span(index)
    if span is None:
        return []
    first = max(span[0], choice.since_q or 0)
    last = span[1] if choice.until_q is None else min(span[1], choice.until_q)
    cuts = _period_cuts(calendar, sums.days(index), first, last) if calendar else []
    return sorted({*(cuts or [first]), *(ms // 900_000 for ms in book.changes(first * 900_000, last * 900_000))})


def _period_cuts(calendar: Calendar, days: list[int], first: int, last: int) -> list[int]:
    """Return where the periods begin that hold usage: a history may leap by years, as a bad clock makes it."""
    cuts: list[int] = []
    end = -1
    for day in days:
        since, until = max(first, day * 96), min(last, day * 96 + 95)
        if since <= until and end <= until:
            cuts += calendar.cuts(since, until)
            end = calendar.end(calendar.period(until))
    return cuts


def gather(
    index: Index,
    choice: Choice,
    columns: tuple[str, ...],
    cuts: list[int],
    pricer: Pricer,
    calendar: Calendar | None = None,
) -> list[Priced]:
    """Return what the choice covers as priced rows, kept apart by the columns and by the cuts.

    With a calendar each row's `q` becomes the number of its period.
    """
    scope = choice.scope()
    split = calendar.split(cuts[0] - 1, 1 << 40) if calendar and cuts else []
    rows = [row for row in sums.usage_between(index, cuts, columns, scope, split) if choice.has_model(row.model)]
    singly = {row.model for row in rows if pricer.needs_exact(row)}
    rows = [row for row in rows if row.model not in singly]
    priced = [(row, pricer.price(row)) for row in rows]
    if calendar:
        for row in rows:
            row.q = calendar.period(row.q)
    apart = ("q", *columns)
    if singly:
        found = queries.exact_rows(index, apart, scope, None, None)
        priced += _price_each((one for one in found if one[0].model in singly), pricer, calendar)
    if split:
        found = queries.exact_rows(index, apart, scope, None, None, split)
        found = [one for one in found if choice.has_model(one[0].model) and one[0].model not in singly]
        priced += _price_each(found, pricer, calendar)
    for since_ms, until_ms in choice.edges:
        found = queries.exact_rows(index, apart, choice.edge_scope(), since_ms, until_ms)
        priced += _price_each((one for one in found if choice.has_model(one[0].model)), pricer, calendar)
    return priced


def _price_each(found: Iterable[Exact], pricer: Pricer, calendar: Calendar | None) -> list[Priced]:
    priced = []
    for row, prompt, t in found:
        priced.append((row, pricer.price_exactly(row, prompt, t if t >= 0 else None)))
        if calendar:
            row.q = calendar.period_at(t)
    return priced


def unattributed(index: Index, choice: Choice, pricer: Pricer) -> list[Priced] | None:
    """Return what only the clients' own totals know of the sessions asked for, None where no client keeps any."""
    if not sums.has_client_totals(index):
        return None
    sessions = queries.sessions(index)
    priced: list[Priced] = []
    for stated in queries.unattributed(index):
        session = sessions.get(stated.session)
        if choice.has_model(stated.model) and choice.has_session(session):
            row = as_usage(stated)
            times = (session.first_ms, session.last_ms) if session else (None, None)
            priced.append((row, pricer.price_unplaced(row, *times)))
    return priced


def as_usage(stated: StatedUsage) -> UsageRow:
    """Return usage that a client states as a row without time and responses."""
    counts = (stated.input, stated.write_5m, stated.write_1h, stated.write_unknown, stated.read, stated.output)
    return UsageRow(-1, stated.session, 0, stated.model, 0, 0, 0, 0, 0, *counts, stated.searches)
