"""The page of `tally`: spent, saved and wasted on one screen of 80 by 24, and what to run next."""

from __future__ import annotations

from tallystick.kernel.display import clean, cut_front, pad
from tallystick.reports import figures as show
from tallystick.reports.paint import bold, dim
from tallystick.reports.prose import item, wrap
from tallystick.reports.spent import (
    ABOUT_OFFICIAL,
    ABOUT_WINDOWS,
    about_price,
    about_unpriced,
    cells,
    price_title,
    token_columns,
)
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.mechanisms import MechanismSavings
    from tallystick.model.overview import Overview
    from tallystick.model.wasted import Glance

_ROOM = 10
_HIGHEST = 24  # lines: the largest findings take what the rest leaves, and one of them is always shown
_NEXT = (
    ("tally spent", "day by day; --by model, project, session and more"),
    ("tally wasted", "what arrived twice; tally receipt: and what came of it"),
    ("tally doctor", "what was read, and what only the index still knows"),
)
_NAMED_ABOVE = "tally doctor"  # where input was rejected, that line says so already


def lines(overview: Overview, *, width: int, colour: bool = False) -> list[str]:
    """Return the page, at most so many columns wide; with usual names it is no more than 24 lines high."""
    columns = (
        Column("spent", shortest=18),
        *token_columns(),
        Column(price_title(overview.book), right=True),
    )
    rows = [(one.label, *cells(one.figures)) for one in overview.stretches]
    if overview.unattributed is not None and overview.unattributed.models:
        rows.append(("unattributed", *cells(overview.unattributed, responses=False)))
    found = [*render(columns, rows, width=width, colour=colour), ""]
    thirds = [("saved", _saved(overview))]
    if overview.mechanisms is not None and overview.mechanisms.totals.saved:
        thirds.append(("context", _avoided(overview.mechanisms)))
    if overview.wasted is not None:
        thirds.append(("wasted", _wasted(overview.wasted)))
    for name, text in thirds:
        head, *rest = item(name, text, width, room=_ROOM)
        found += [bold(name, colour) + head[len(name) :], *rest]
    below = ["", *item("history", _history(overview), width, room=_ROOM)]
    if overview.rejections:
        text = f"{show.plural(overview.rejections, 'piece')} of input could not be read: tally doctor says where"
        below += item("rejected", text, width, room=_ROOM)
    below += ["", *_following(overview, width), "", *_notes(overview, width, colour=colour)]
    tops = [] if overview.wasted is None else _tops(overview.wasted, width)
    return [*found, *tops[: max(_HIGHEST - len(found) - len(below), 1)], *below]


def _tops(glance: Glance, width: int) -> list[str]:
    """Return a line for each of the largest findings: its payload, what it is of, its later event's evidence."""
    found = []
    for tokens, subject, evidence in glance.tops:
        head = f"{show.short(tokens)} est. tokens"
        room = max(width - _ROOM - len(head) - len(evidence) - 4, 1)
        found.append(f"{' ' * _ROOM}{head}  {cut_front(clean(subject), room)}  {evidence}")
    return found


def _saved(overview: Overview) -> str:
    """Return how much was not sent, as the ledger has it, and what that was worth."""
    whole = overview.saved
    if whole is None or not whole.rows:
        return "nothing noted yet: tally run -- COMMAND shortens what it prints"
    parts = f"today {show.short(overview.saved_today)}, all {show.short(whole.saved)}"
    return f"{parts} tokens in {show.plural(whole.rows, 'call')}, worth {show.cost(whole.cost)[-1]}: tally saved"


def _avoided(found: MechanismSavings) -> str:
    """Return what context mechanisms avoided: estimated by another rule and without a price, so never in the sum."""
    parts = f"today {show.short(found.today)}, all {show.short(found.totals.saved)}"
    return f"{parts} est. tokens avoided: tally saved --by mechanism"


def _wasted(glance: Glance) -> str:
    """Return how much arrived twice, and its share of what tools put into contexts."""
    if not glance.findings:
        return f"nothing found that arrived twice, of {show.short(glance.acquired)} payload tokens"
    parts = f"today {show.short(glance.today)}, window {show.short(glance.window)}, all {show.short(glance.tokens)}"
    return f"{parts} tokens twice, {show.percent(glance.tokens, glance.acquired)} of payload"


def _history(overview: Overview) -> str:
    coverage = overview.coverage
    counts = f"{show.plural(overview.sessions, 'session')} in {show.plural(coverage.files, 'transcript')}"
    days = "" if overview.covered is None else f", {overview.covered[0]} to {overview.covered[1]}"
    gone = f"; {show.count(coverage.gone)} gone, kept in the index" if coverage.gone else ""
    unreadable = f"; {show.count(coverage.unreadable)} unreadable" if coverage.unreadable else ""
    return counts + days + gone + unreadable


def _following(overview: Overview, width: int) -> list[str]:
    following = [one for one in _NEXT if not (overview.rejections and one[0] == _NAMED_ABOVE)]
    if overview.differing:
        sessions = show.plural(overview.differing, "session")
        following.append(("tally audit", f"{sessions} of this week: the client's own cost differs"))
    found: list[str] = []
    for command, text in following:
        found += item("" if found else "next", pad(command, 14) + text, width, room=_ROOM)
    return found


def _notes(overview: Overview, width: int, *, colour: bool) -> list[str]:
    whole = overview.stretches[-1].figures
    notes = [about_price(overview.book)]
    if whole.lower:
        of_all = f"{show.count(whole.lower)} of {show.plural(whole.responses, 'response')}"
        notes.append(f"{show.AT_LEAST} a lower bound: {of_all} were written down before they ended.")
    notes += about_unpriced([whole])
    notes.append(ABOUT_OFFICIAL if overview.has_official else ABOUT_WINDOWS)
    return [dim(line, colour) for note in notes for line in wrap(note, width, indent=2)]
