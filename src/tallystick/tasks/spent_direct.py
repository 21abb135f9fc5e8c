"""What was spent, straight from the transcripts: nothing is stored, nothing that only an index knows is told."""

from __future__ import annotations

from tallystick.accounting import spending
from tallystick.accounting.costing import Pricer
from tallystick.errors import UsageError
from tallystick.host.environment import zone_name
from tallystick.kernel.models import take_apart
from tallystick.kernel.times import UNKNOWN as NO_TIME
from tallystick.model.answers import Coverage
from tallystick.model.spending import Spending
from tallystick.tasks import pricebook, settings, windows
from tallystick.tasks.direct import read_totals
from tallystick.tasks.grouping import Grouping
from tallystick.tasks.spent import rows, total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.accounting.periods import Calendar
    from tallystick.accounting.spending import Priced
    from tallystick.host.environment import Surroundings
    from tallystick.tasks.choosing import Question
    from tallystick.tasks.direct import Totals

_ONLY = "--no-index cannot tell apart {}: leave it out, or leave out --no-index"


def spend_directly(question: Question, place: Surroundings) -> Spending:
    """Return what was spent, from every transcript read afresh; UsageError for what only the index could answer."""
    for name in ("project", "session", "agent"):
        if getattr(question, name) is not None:
            raise UsageError(_ONLY.format(f"{name}s"))
    found = settings.load(place.root, None)
    chosen = {"price_file": question.price_file, "prices": question.prices}
    book = pricebook.load(None, found, place.environ, root=place.root, **chosen)
    grouping = Grouping(question.by, question.zone, windows.load(place.root, None, found, question.by))
    key_of = grouping.keys(None)
    read = read_totals(place.config_dirs, place.environ)
    pricer = Pricer(book, read.names, found.discounts)
    groups = spending.group(_priced(read, question, pricer, grouping.calendar), key_of, read.names)
    return Spending(
        by=question.by,
        timezone=question.zone.name or zone_name(place.environ),
        rows=rows(grouping, None, groups, read.names),
        totals=total(groups.values()),
        unattributed=None,
        coverage=Coverage(read.first, read.last, read.files, 0, 0),
        rejections=read.rejections,
        book=pricebook.describe(book, found),
        searched=read.searched,
        notes=[],
    )


def _priced(read: Totals, question: Question, pricer: Pricer, calendar: Calendar | None) -> Iterator[Priced]:
    """Yield sums where sums can be priced, single responses where a bound, a period or the price list asks for them.

    With a calendar each row's `q` becomes the number of its period.
    """
    since, until = question.since_ms, question.until_ms
    bounded = since is not None or until is not None
    chosen = _models(read, question.model)
    singly = chosen if bounded else {row.model for row in read.rows if row.model in chosen and pricer.needs_exact(row)}
    split = set(calendar.split(0, max((row.q for row in read.rows), default=0))) if calendar else set()
    for row in read.rows:
        if row.model in chosen and row.model not in singly and row.q not in split:
            price = pricer.price(row)
            row.q = calendar.period(row.q) if calendar else row.q
            yield row, price
    for row, prompt, t in read.responses(chosen if split else singly) if singly or split else ():
        known = t != NO_TIME
        if (row.model not in singly and row.q not in split) or (bounded and not known):
            continue
        if (since is None or t >= since) and (until is None or t < until):
            price = pricer.price_exactly(row, prompt, t if known else None)
            row.q = calendar.period_at(t) if calendar else row.q
            yield row, price


def _models(read: Totals, wanted: str | None) -> set[int]:
    known = {row.model: read.names.get(row.model, "") for row in read.rows}
    if wanted is None:
        return set(known)
    exact = {key for key, name in known.items() if name == wanted}
    return exact or {key for key, name in known.items() if wanted in take_apart(name).ids}
