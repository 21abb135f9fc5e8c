"""Spent today, in the current five-hour window and in all, after a sync."""

from __future__ import annotations

from tallystick.accounting import spending
from tallystick.accounting.costing import Pricer
from tallystick.accounting.periods import DAILY, QUARTER, find_zone, moment
from tallystick.model.answers import Coverage
from tallystick.model.overview import Overview, Stretch
from tallystick.store import health, queries, sums
from tallystick.store.index import open_index
from tallystick.tasks import gathering, mechanisms, pricebook, saved, settings, wasted, windows
from tallystick.tasks.choosing import Choice, Question
from tallystick.tasks.refresh import refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.accounting.periods import Zone
    from tallystick.accounting.pricebook import PriceBook
    from tallystick.host.environment import Surroundings
    from tallystick.model.spending import Figures
    from tallystick.store.index import Index

_WEEK_MS = 7 * 86_400_000
_QUARTER_MS = QUARTER * 1000


def overview(place: Surroundings, progress: Callable[[int, int], None] | None = None) -> Overview:
    """Return the overview."""
    searched = refresh(place, progress).searched
    index = open_index(place.root)
    if index is None:
        return _nothing(place, searched)
    with index:
        return _look(place, index, searched)


def _look(place: Surroundings, index: Index, searched: list[str]) -> Overview:
    found = settings.load(place.root, index)
    book = pricebook.load(index, found, place.environ, root=place.root)
    names = queries.names_of(index, sums.models(index))
    pricer = Pricer(book, names, found.discounts)
    zone = find_zone(None)

    def spent(since_ms: int | None) -> Figures:
        return _spent(index, book, pricer, Question(DAILY, zone, since_ms=since_ms), place, names)

    official = windows.load(place.root, index, found)
    window = official.at(place.now_ms // 1000)
    today = zone.start(zone.day(place.now_ms // _QUARTER_MS))
    everything = Choice(Question(DAILY, zone), index, place.environ)
    beside = gathering.unattributed(index, everything, pricer)
    covered = queries.coverage(index)
    noted = saved.saved(place.root, "day")
    noted_today = [one.saved for day, one in noted.groups if day == moment(place.now_ms // 1000, zone)[:10]]
    return Overview(
        stretches=[
            Stretch(f"today, {moment(place.now_ms // 1000, zone)[:10]}", spent(today * _QUARTER_MS)),
            Stretch(f"window {_clock(window.start, zone)}-{_clock(window.end, zone)}", spent(window.start * 1000)),
            Stretch("all history", spent(None)),
        ],
        unattributed=None if beside is None else spending.add_all(beside, names),
        coverage=covered,
        covered=_days(covered, zone),
        sessions=health.sessions(index),
        rejections=queries.rejection_count(index),
        differing=_differing(place, index, pricer, beside is not None),
        book=pricebook.describe(book, found),
        searched=searched,
        has_official=window.is_official,
        wasted=wasted.glance(index, today * _QUARTER_MS, window.start * 1000),
        saved=noted.totals,
        saved_today=sum(noted_today),
        mechanisms=mechanisms.booked(place.root, today=moment(place.now_ms // 1000, zone)[:10]),
    )


def _spent(
    index: Index, book: PriceBook, pricer: Pricer, question: Question, place: Surroundings, names: dict[int, str]
) -> Figures:
    choice = Choice(question, index, place.environ)
    cuts = gathering.find_cuts(index, choice, None, book)
    return spending.add_all(gathering.gather(index, choice, (), cuts, pricer), names)


def _differing(place: Surroundings, index: Index, pricer: Pricer, has_totals: bool) -> int:  # noqa: FBT001
    """Return how many sessions of the last week have a cost of their client's own that is not ours."""
    if not has_totals:
        return 0
    from tallystick.tasks.audit import Bench

    bench = Bench(index, pricer)
    since = place.now_ms - _WEEK_MS
    recent = {key for key, row in bench.sessions.items() if row.last_ms is not None and row.last_ms >= since}
    return sum(not row.agrees for row in bench.compare(recent))


def _clock(second: int, zone: Zone) -> str:
    return moment(second, zone)[11:]


def _days(covered: Coverage, zone: Zone) -> tuple[str, str] | None:
    if covered.first_ms is None or covered.last_ms is None:
        return None
    return moment(covered.first_ms // 1000, zone)[:10], moment(covered.last_ms // 1000, zone)[:10]


def _nothing(place: Surroundings, searched: list[str]) -> Overview:
    found = settings.load(place.root, None)
    return Overview(
        stretches=[],
        unattributed=None,
        coverage=Coverage(None, None, 0, 0, 0),
        covered=None,
        sessions=0,
        rejections=0,
        differing=0,
        book=pricebook.describe(pricebook.load(None, found, place.environ, root=place.root), found),
        searched=searched,
        has_official=False,
    )
