"""Compares what sessions cost by our count with what their client says: everything in a session's files, copies too."""

from __future__ import annotations

from tallystick.accounting import audit as why
from tallystick.accounting import spending
from tallystick.accounting.costing import Pricer
from tallystick.model.audit import AuditRow
from tallystick.model.spending import UNKNOWN, Figures
from tallystick.store import forks, queries, sums
from tallystick.store.index import open_index
from tallystick.tasks import gathering, pricebook, settings
from tallystick.tasks.choosing import find_session
from tallystick.tasks.grouping import shorten_ids
from tallystick.tasks.refresh import refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tallystick.host.environment import Surroundings
    from tallystick.model.answers import StatedUsage
    from tallystick.model.usage import UsageRow
    from tallystick.store.index import Index

    Exact = tuple[UsageRow, int, int]


class Audit:
    """The rows of every session whose client states a cost, how many sessions have none, and notes for the user."""

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
        bench = Bench(index, pricer)
        wanted = set(bench.sessions)
        if session is not None:
            chosen = find_session(bench.sessions, session, result.notes)
            wanted = {key for key, row in bench.sessions.items() if row.id == chosen}
        result.rows = list(bench.compare(wanted))
        result.silent = len(wanted) - len(result.rows)
    return result


class Bench:
    """An index laid out for comparing: its sessions, what clients state of them, and what only those know."""

    __slots__ = ("_beside", "_index", "_names", "_pricer", "_stated", "sessions")

    def __init__(self, index: Index, pricer: Pricer) -> None:
        self._index = index
        self._pricer = pricer
        self._names = queries.names_of(index, sums.models(index))
        self._stated = _by_session(queries.client_costs(index))
        self._beside = _by_session(queries.unattributed(index))
        self.sessions = queries.sessions(index)

    def compare(self, wanted: set[int]) -> Iterator[AuditRow]:
        """Yield the comparison of each wanted session whose client states a cost, in the order of their beginnings."""
        told = {key for key, rows in self._stated.items() if any(one.total_usd is not None for one in rows)}
        keys = sorted(wanted & told & self.sessions.keys(), key=lambda key: self.sessions[key].first_ms or 0)
        short = shorten_ids([self.sessions[key].id for key in keys])
        for key in keys:
            yield self._compare(key, short[self.sessions[key].id])

    def _compare(self, key: int, short: str) -> AuditRow:
        session = self.sessions[key]
        ours = self._figures(queries.session_totals(self._index, key), [key])
        whole = spending.total(ours.values())
        row = AuditRow(
            session=session.id,
            short=short,
            project=session.project or "",
            first_ms=session.first_ms,
            ours=whole.known_cost,
            is_lower_bound=whole.is_lower_bound,
            client=max(why.to_atto(one.total_usd) or 0 for one in self._stated[key]),
            reasons=[],
        )
        if not row.agrees:
            reasons = self._explain_fork(key, row) or why.explain(ours, self._states(key))
            row.reasons = reasons or ["unexplained"]
        return row

    def _explain_fork(self, key: int, row: AuditRow) -> list[str]:
        """Return why the totals of a fork's client begin elsewhere, if that is the whole difference."""
        older = forks.ancestors(self.sessions, key)
        if not older:
            return []
        with_parents = self._figures(forks.totals_before(self._index, key, older), [key, *older])
        if row.would_agree(spending.total(with_parents.values()).known_cost):
            return ["a fork: the client's totals begin with its parent's"]
        alone = self._figures(forks.totals_owned(self._index, key), [key])
        if row.would_agree(spending.total(alone.values()).known_cost):
            return ["a fork: the client's totals begin from nothing, without the copied lines"]
        return []

    def _figures(self, totals: Iterable[Exact], keys: list[int]) -> dict[str, Figures]:
        """Return figures by model of these responses and of what only the clients of these sessions know."""
        priced = [(row, self._pricer.price_exactly(row, prompt, t if t >= 0 else None)) for row, prompt, t in totals]
        for key in keys:
            session = self.sessions[key]
            for one in self._beside.get(key, ()):
                usage = gathering.as_usage(one)
                priced.append((usage, self._pricer.price_unplaced(usage, session.first_ms, session.last_ms)))
        figures: dict[str, Figures] = {}
        for usage, price in priced:
            model = self._names.get(usage.model) or UNKNOWN
            spending.add(figures.setdefault(model, Figures()), usage, price, model)
        return figures

    def _states(self, key: int) -> dict[str, why.Stated]:
        found = {}
        for one in self._stated[key]:
            model = self._names.get(one.model) or UNKNOWN
            figures = Figures()
            spending.add(figures, gathering.as_usage(one), None, model)
            found[model] = why.Stated(figures, why.to_atto(one.cost_usd))
        return found


def _by_session(rows: list[StatedUsage]) -> Mapping[int, list[StatedUsage]]:
    found: dict[int, list[StatedUsage]] = {}
    for one in rows:
        found.setdefault(one.session, []).append(one)
    return found
