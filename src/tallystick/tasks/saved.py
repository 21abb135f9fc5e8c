"""Folds the ledger of savings, as it is now: nothing of it is kept elsewhere."""

from __future__ import annotations

import os

from tallystick.accounting import netting
from tallystick.accounting.periods import find_zone, moment
from tallystick.accounting.saving import add_up, group
from tallystick.host.environment import shorten
from tallystick.kernel.files import READ, is_regular, read_text
from tallystick.kernel.savings import Saving, read
from tallystick.kernel.sessionids import is_plain
from tallystick.kernel.sessionstate import parse
from tallystick.kernel.tracker import Tracker
from tallystick.kernel.trailers import share
from tallystick.model.remark import Remark
from tallystick.model.saved import Saved
from tallystick.reports import figures as show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tallystick.accounting.netting import Again
    from tallystick.host.environment import Surroundings

    # From sessions with the ids of their outputs to what each read again of them; None of one that is not known.
    Readings = Callable[[Mapping[str, Iterable[str]]], Mapping[str, list[Again] | None]]

_STATE = 64 << 20


def saved(root: str, by: str, session: str | None = None, again: Readings | None = None) -> Saved:
    """Return what the ledger under a root folder says, of one session or of all; no ledger says nothing.

    `again` finds what sessions read again of outputs that were kept; without it nobody knows.
    """
    place = ledger_path(root)
    accepted: list[Saving] = []
    refused: list[tuple[int, str]] = []
    for number, found in entries(place, session):
        if isinstance(found, Saving):
            accepted.append(found)
        else:
            refused.append((number, found))
    kept: dict[str, set[str]] = {}
    for row in accepted:
        if row.output:
            kept.setdefault(row.session, set()).add(row.output)
    left = netting.nets(accepted, again(kept) if again is not None and kept else {})
    rows = list(zip(accepted, left, strict=True))
    zone = find_zone(None)
    totals = add_up(rows)
    return Saved(
        by=by,
        groups=group(rows, by, lambda second: moment(second, zone)[:10]),
        totals=totals,
        refused=refused,
        session=session,
        share=_share(root, session, totals.saved) if session else None,
        place=place,
    )


def remarks(place: Surroundings) -> Iterator[Remark]:
    """Say how much the ledger holds, and which of its rows are refused; nothing where there is no ledger."""
    if not os.path.exists(ledger_path(place.root)):
        return
    found = saved(place.root, "technique")
    shown = shorten(found.place, place.environ)
    yield Remark(
        "savings", f"{shown}: {show.plural(found.totals.rows, 'row')}, {show.count(found.totals.saved)} tokens"
    )
    if found.refused:
        places = tuple(f"line {line}: {reason}" for line, reason in found.refused)
        text = f"{show.plural(len(found.refused), 'row')} refused and not counted"
        yield Remark("savings", text, places=places, is_warning=True)


def ledger_path(root: str) -> str:
    """Return where the ledger lies."""
    return os.path.join(root, "usage", "savings.jsonl")


def entries(place: str, session: str | None) -> Iterator[tuple[int, Saving | str]]:
    """Yield each line's number (from 1) with its row or why it is refused; rows of other sessions are passed over."""
    try:
        handle = os.open(place, READ)
    except FileNotFoundError:
        return
    with open(handle, "rb") as file:
        if not is_regular(os.fstat(handle)):
            return
        for number, line in enumerate(file, 1):
            found = read(line, session) if line.strip() else ""
            if found:
                yield number, found


def _share(root: str, session: str, tokens: int) -> int | None:
    """Return what was saved of all that a session would have sent (percent), None where nobody has followed that."""
    if not is_plain(session):
        return None
    path = os.path.join(root, "statusline", f"{session}.json")
    return share(tokens, Tracker.of(parse(read_text(os.fsencode(path), _STATE))).total)
