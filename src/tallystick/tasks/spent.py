"""What was spent: brings the index up to date, asks it, prices the answers and adds them up."""

from __future__ import annotations

from tallystick.accounting import spending
from tallystick.accounting.costing import Pricer
from tallystick.host.environment import zone_name
from tallystick.model.answers import Coverage
from tallystick.model.spending import Spending, SpentRow
from tallystick.store import queries, sums
from tallystick.store.index import open_index
from tallystick.tasks import gathering, pricebook, settings, windows
from tallystick.tasks.choosing import Choice
from tallystick.tasks.grouping import Grouping
from tallystick.tasks.refresh import refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tallystick.accounting.spending import Key, Pair
    from tallystick.host.environment import Surroundings
    from tallystick.model.spending import Figures
    from tallystick.store.index import Index
    from tallystick.tasks.choosing import Question


def spend(question: Question, place: Surroundings, progress: Callable[[int, int], None] | None = None) -> Spending:
    """Return what was spent, after a sync."""
    searched = refresh(place, progress).searched
    index = open_index(place.root)
    if index is None:
        return _nothing(question, place, searched)
    with index:
        return _ask(question, place, index, searched)


def _ask(question: Question, place: Surroundings, index: Index, searched: list[str]) -> Spending:
    found = settings.load(place.root, index)
    chosen = {"price_file": question.price_file, "prices": question.prices}
    book = pricebook.load(index, found, place.environ, root=place.root, **chosen)
    choice = Choice(question, index, place.environ)
    grouping = Grouping(question.by, question.zone, windows.load(place.root, index, found, question.by))
    names = queries.names_of(index, sums.models(index))
    pricer = Pricer(book, names, found.discounts)
    cuts = gathering.find_cuts(index, choice, grouping.calendar, book)
    priced = gathering.gather(index, choice, grouping.columns, cuts, pricer, grouping.calendar)
    groups = spending.group(priced, grouping.keys(index), names)
    beside = gathering.unattributed(index, choice, pricer)
    return Spending(
        by=question.by,
        timezone=question.zone.name or zone_name(place.environ),
        rows=rows(grouping, index, groups, names),
        totals=total(groups.values()),
        unattributed=None if beside is None else spending.add_all(beside, names),
        coverage=queries.coverage(index),
        rejections=queries.rejection_count(index),
        book=pricebook.describe(book, found),
        searched=searched,
        notes=[*choice.notes, *_left_out(index, question)],
    )


def _left_out(index: Index, question: Question) -> list[str]:
    """Return the note on responses that are in no stretch of time because none of their lines says when they were."""
    if question.since_ms is None and question.until_ms is None:
        return []
    count = sums.timeless(index)
    noun = "response" if count == 1 else "responses"
    return [f"left out for want of a time: {count} {noun}, in no stretch that is asked for"] if count else []


def _nothing(question: Question, place: Surroundings, searched: list[str]) -> Spending:
    found = settings.load(place.root, None)
    chosen = {"price_file": question.price_file, "prices": question.prices}
    book = pricebook.load(None, found, place.environ, root=place.root, **chosen)
    return Spending(
        by=question.by,
        timezone=question.zone.name or zone_name(place.environ),
        rows=[],
        totals=total(()),
        unattributed=None,
        coverage=Coverage(None, None, 0, 0, 0),
        rejections=0,
        book=pricebook.describe(book, found),
        searched=searched,
        notes=[],
    )


def rows(
    grouping: Grouping, index: Index | None, groups: Mapping[Key, Pair], names: Mapping[int, str]
) -> list[SpentRow]:
    """Return the groups as rows, in their order."""
    named = grouping.name(index, groups, names)
    ordered = sorted(groups, key=lambda key: named[key][3])
    return [_row(*named[key][:3], groups[key].main, groups[key].subagents) for key in ordered]


def total(pairs: Iterable[Pair]) -> SpentRow:
    """Return the sum of all groups as a row."""
    both = list(pairs)
    main = spending.total(pair.main for pair in both)
    return _row("total", "total", "", main, spending.total(pair.subagents for pair in both))


def _row(key: str, label: str, about: str, main: Figures, subagents: Figures) -> SpentRow:
    return SpentRow(key, label, about, all=spending.total((main, subagents)), main=main, subagents=subagents)
