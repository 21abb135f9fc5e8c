"""The page of `tally saved --by mechanism`, the line about it on other pages, and both as JSON."""

from __future__ import annotations

from tallystick.reports import figures as show
from tallystick.reports.paint import dim
from tallystick.reports.prose import wrap
from tallystick.reports.saved import refusals
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.model.mechanisms import MechanismSavings, MechanismSum
    from tallystick.reports.table import Cell

    Fields = dict[str, object]

_COLUMNS = (
    Column("mechanism", shortest=9),
    Column("turns", keep=2, right=True),
    Column("saved", right=True),
)
_WHEN = (
    "The context mechanisms of an agent that tally serves, such as pi, note each turn in which they avoided something."
)
_ABOUT = (
    "turns: in which it avoided anything. saved: estimated tokens, 4 characters each as the host counts them; what left"
    " the context counts once, however often it was not sent. No price: that depends on what was cached."
)


def lines(found: MechanismSavings, *, width: int, shorten: Callable[[str], str], colour: bool = False) -> list[str]:
    """Return the page, at most so many columns wide."""
    refused = [line for note in refusals(found.refused) for line in wrap(note, width)]
    if not found.groups and not found.aux["aux_calls"]:
        return [*wrap(f"Nothing is noted as avoided in {shorten(found.place)}. {_WHEN}", width), *refused]
    rows: list[tuple[Cell, ...]] = [(name, *_cells(one)) for name, one in found.groups]
    rows.append(("total", *_cells(found.totals)))
    table = render(_COLUMNS, rows, width=width, colour=colour, totals=1)
    notes = [dim(line, colour) for line in wrap(_ABOUT, width, indent=2)]
    return [*table, "", *wrap(_asked(found), width), *notes, *refused]


def beside(found: MechanismSavings, width: int) -> list[str]:
    """Return what a page of other savings says of these, if there are any: other tokens, never added to those."""
    if not found.totals.saved:
        return []
    text = (
        f"Not in these sums: context mechanisms avoided {show.count(found.totals.saved)} estimated tokens in "
        f"{show.plural(found.totals.turns, 'turn')}: tally saved --by mechanism."
    )
    return wrap(text, width)


def document(found: MechanismSavings) -> Fields:
    """Return the object that is written; what these rows never know is null."""
    return {
        "schema_version": 1,
        "by": "mechanism",
        "basis": {"tokens": "estimated", "cost_saved_usd": None},
        "rows": [{"key": name, **_sum(one, None)} for name, one in found.groups],
        "totals": _sum(found.totals, found.net),
        "aux": {"calls": found.aux["aux_calls"], "input": found.aux["aux_input"], "output": found.aux["aux_output"]},
        "sessions": found.sessions,
        "refused": [{"line": line, "reason": reason} for line, reason in found.refused],
    }


def as_json(found: MechanismSavings) -> str:
    """Return the answer, schema version 1."""
    import json

    return json.dumps(document(found), indent=1) + "\n"


def _sum(one: MechanismSum, net: int | None) -> Fields:
    return {
        "rows": one.turns,
        "tokens_saved": one.saved,
        "tokens_before": None,
        "cost_saved_usd": None,
        "pooled_percent": None,
        "mean_percent": None,
        "latest_percent": None,
        "net_tokens": net,
    }


def _cells(one: MechanismSum) -> tuple[Cell, ...]:
    return show.count(one.turns), show.tokens(one.saved)


def _asked(found: MechanismSavings) -> str:
    if not found.aux["aux_calls"]:
        return "No auxiliary model was asked."
    calls = show.plural(found.aux["aux_calls"], "call")
    taken = f"{show.count(found.aux['aux_input'])} estimated tokens in, {show.count(found.aux['aux_output'])} out"
    return f"Asking for it took {calls} of an auxiliary model, {taken}: net of that {found.net:,}."
