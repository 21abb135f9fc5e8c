"""Compares what sessions cost by our count with what their client says: everything in a session's files, copies too."""

from __future__ import annotations

from tallystick.accounting import audit as why
from tallystick.accounting import spending
from tallystick.accounting.costing import Pricer
from tallystick.model.audit import AuditRow
from tallystick.model.spending import UNKNOWN, Figures
from tallystick.store import queries, sums
from tallystick.store.index import open_index
from tallystick.tasks import gathering, pricebook, settings
from tallystick.tasks.choosing import find_session
from tallystick.tasks.grouping import shorten_ids
from tallystick.tasks.refresh import refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tallystick.host.environment import Surroundings
    from tallystick.model.answers import SessionRow, StatedUsage
    from tallystick.store.index import Index


class Audit:
    """The rows of every session whose client keeps totals, how many sessions have none, and notes for the user."""

    __slots__ = ("notes", "rows", "searched", "silent")

    def __init__(self, searched: list[str]) -> None:
        self.rows: list[AuditRow] = []
        self.silent = 0
        self.notes: list[str] = []
        self.searched = searched


def audit(place: Surroundings, session: str | None = None, progress: Callable[[int, int], None] | None = None) -> Audit:
    """Compare every session, or one, after a sync."""
    result = Audit(refresh(place, progress).searched)
    index = open_index(place.root)
    if index is None:
        return result
    with index:
        found = settings.load(place.root, index)
        book = pricebook.load(index, found, place.environ)
        pricer = Pricer(book, queries.names_of(index, sums.models(index)), found.discounts)
        sessions = queries.sessions(index)
        wanted = set(sessions)
        if session is not None:
            chosen = find_session(sessions, session, result.notes)
            wanted = {key for key, row in sessions.items() if row.id == chosen}
        result.rows = list(compare(index, pricer, sessions, wanted))
        result.silent = len(wanted) - len(result.rows)
    return result


def compare(index: Index, pricer: Pricer, sessions: Mapping[int, SessionRow], wanted: set[int]) -> Iterator[AuditRow]:
    """Yield the comparison of each wanted session whose client states a cost, in the order of their beginnings."""
    stated = _by_session(queries.client_costs(index))
    beside = _by_session(queries.unattributed(index))
    names = queries.names_of(index, sums.models(index))
    keys = sorted(wanted & stated.keys() & sessions.keys(), key=lambda key: sessions[key].first_ms or 0)
    short = shorten_ids([sessions[key].id for key in keys])
    for key in keys:
        row = sessions[key]
        client = max((why.to_atto(one.total_usd) or 0 for one in stated[key]), default=0)
        if all(one.total_usd is None for one in stated[key]):
            continue
        ours = _ours(index, pricer, names, sessions, key, beside)
        whole = spending.total(ours.values())
        found = AuditRow(
            session=row.id,
            short=short[row.id],
            project=row.project or "",
            first_ms=row.first_ms,
            ours=whole.known_cost,
            is_lower_bound=whole.is_lower_bound,
            client=client,
            reasons=[],
        )
        if not found.agrees:
            found.reasons = why.explain(ours, _stated(stated[key], names)) or ["unexplained"]
        yield found


def _ours(
    index: Index,
    pricer: Pricer,
    names: Mapping[int, str],
    sessions: Mapping[int, SessionRow],
    key: int,
    beside: Mapping[int, list[StatedUsage]],
) -> dict[str, Figures]:
    """Return our figures of a session by model; a fork's client starts from its parent's totals, so those join in."""
    priced = [
        (row, pricer.price_exactly(row, prompt, t if t >= 0 else None))
        for row, prompt, t in queries.session_totals(index, key)
    ]
    seen: set[int] = set()
    while key in sessions and key not in seen:
        seen.add(key)
        row = sessions[key]
        for one in beside.get(key, ()):
            usage = gathering.as_usage(one)
            priced.append((usage, pricer.price_unplaced(usage, row.first_ms, row.last_ms)))
        key = row.parent
    figures: dict[str, Figures] = {}
    for usage, price in priced:
        model = names.get(usage.model) or UNKNOWN
        spending.add(figures.setdefault(model, Figures()), usage, price, model)
    return figures


def _stated(rows: list[StatedUsage], names: Mapping[int, str]) -> dict[str, why.Stated]:
    found = {}
    for one in rows:
        model = names.get(one.model) or UNKNOWN
        figures = Figures()
        spending.add(figures, gathering.as_usage(one), None, model)
        found[model] = why.Stated(figures, why.to_atto(one.cost_usd))
    return found


def _by_session(rows: list[StatedUsage]) -> dict[int, list[StatedUsage]]:
    found: dict[int, list[StatedUsage]] = {}
    for one in rows:
        found.setdefault(one.session, []).append(one)
    return found
