"""The page of `tally saved`: a row for each group, what the figures are, and which rows are refused."""

from __future__ import annotations

from tallystick.kernel.money import dollars
from tallystick.reports import figures as show
from tallystick.reports.paint import dim
from tallystick.reports.prose import wrap
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tallystick.model.saved import Saved, SavedSum
    from tallystick.reports.table import Cell

_UNKNOWN = "—"
_FIGURES = (
    Column("rows", keep=3, right=True),
    Column("saved", right=True),
    Column("before", keep=4, right=True),
    Column("pooled", keep=6, right=True),
    Column("mean", keep=2, right=True),
    Column("latest", keep=1, right=True),
    Column("net", keep=7, right=True),
    Column("worth", keep=5, right=True),
)
_ABOUT = (
    "saved, before: tokens, estimated at 4 bytes each by whoever wrote the row. pooled: saved of before, over all rows"
    " that say it; mean and latest: of single rows. worth: at the price that each row names."
)
_ABOUT_NET = (
    "net: less what the session read again of outputs that were kept, and less what a helper billed, at the session's"
    " price."
)
_ABOUT_UNKNOWN = " — where the index lacks the session, or a row does not say what its helper billed."
_MOST = 5  # refused rows that are named
_WHEN = (
    "tally run and tally compress note what they shorten inside a session of Claude Code whose model is known: "
    "pinned by ANTHROPIC_MODEL, or recorded by the status line."
)


def lines(saved: Saved, *, width: int, shorten: Callable[[str], str], colour: bool = False) -> list[str]:
    """Return the page, at most so many columns wide."""
    refused = [line for note in refusals(saved.refused) for line in wrap(note, width)]
    if not saved.groups:
        return [*wrap(f"Nothing is noted as saved in {shorten(saved.place)}. {_WHEN}", width), *refused]
    columns = (Column(saved.by, shortest=12), *_FIGURES)
    rows: list[tuple[Cell, ...]] = [(key, *_cells(one)) for key, one in saved.groups]
    rows.append(("total", *_cells(saved.totals)))
    found = [*render(columns, rows, width=width, colour=colour, totals=1), ""]
    if saved.session is not None:
        found += wrap(_share(saved), width)
    notes = [_ABOUT]
    if saved.totals.net != saved.totals.saved:
        notes.append(_ABOUT_NET + (_ABOUT_UNKNOWN if saved.totals.net is None else ""))
    return [*found, *(dim(line, colour) for note in notes for line in wrap(note, width, indent=2)), *refused]


def _cells(one: SavedSum) -> tuple[Cell, ...]:
    percents = (_UNKNOWN if value is None else f"{value}%" for value in (one.pooled, one.mean, one.latest))
    before = _UNKNOWN if one.before is None else show.tokens(one.before)
    net = _UNKNOWN if one.net is None else show.tokens(one.net)
    return show.count(one.rows), show.tokens(one.saved), before, *percents, net, dollars(one.cost)


def _share(saved: Saved) -> str:
    if saved.share is None:
        return f"Nobody has followed what session {saved.session} sent: of how much this is a share is not known."
    return f"{saved.share}% of all that session {saved.session} would have sent."


def refusals(refused: Sequence[tuple[int, str]]) -> list[str]:
    """Return what there is to say of rows that were refused, the first of them named."""
    if not refused:
        return []
    named = ", ".join(f"line {line} ({reason})" for line, reason in refused[:_MOST])
    more = "" if len(refused) <= _MOST else f" and {show.count(len(refused) - _MOST)} more"
    return [f"{show.plural(len(refused), 'row')} refused and not counted: {named}{more}."]
