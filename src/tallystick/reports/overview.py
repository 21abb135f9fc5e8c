"""The page of `tally`: spent, saved and wasted on one screen of 80 by 24, and what to run next."""

from __future__ import annotations

from tallystick.kernel.display import pad
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
    from tallystick.model.overview import Overview
    from tallystick.model.wasted import Glance

_ROOM = 10
_LATER = {
    "saved": "not yet measured here: compression comes with a later version",
}
_NEXT = (
    ("tally spent", "day by day; --by model, project, session and more"),
    ("tally wasted", "what arrived twice, and where: --by session and more"),
    ("tally receipt", "this window: what arrived twice, how far the work got"),
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
    for name, text in _LATER.items():
        head, *rest = item(name, text, width, room=_ROOM)
        found += [bold(name, colour) + head[len(name) :], *rest]
    if overview.wasted is not None:
        head, *rest = item("wasted", _wasted(overview.wasted, width - _ROOM), width, room=_ROOM)
        found += [bold("wasted", colour) + head[len("wasted") :], *rest]
    found += ["", *item("history", _history(overview), width, room=_ROOM)]
    if overview.rejections:
        text = f"{show.plural(overview.rejections, 'piece')} of input could not be read: tally doctor says where"
        found += item("rejected", text, width, room=_ROOM)
    return [*found, "", *_following(overview, width), "", *_notes(overview, width, colour=colour)]


def _wasted(glance: Glance, room: int) -> str:
    """Return how much arrived twice, its share of what tools put into contexts and, with room, where the most did."""
    if glance.top is None:
        return f"nothing found that arrived twice, of {show.short(glance.acquired)} payload tokens"
    parts = f"today {show.short(glance.today)}, window {show.short(glance.window)}, all {show.short(glance.tokens)}"
    said = f"{parts} tokens: {show.percent(glance.tokens, glance.acquired)} of payload arrived twice"
    longer = f"{said} (estimated), most at {glance.top}"
    return longer if len(longer) <= room else said


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
        found += item("" if found else "next", pad(command, 15) + text, width, room=_ROOM)
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
