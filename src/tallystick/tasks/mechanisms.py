"""Books what context mechanisms avoided in a turn, and adds up what was booked. The ledger is the one source of it."""

from __future__ import annotations

import os

from tallystick.accounting import mechanisms
from tallystick.accounting.periods import find_zone, iso, moment
from tallystick.host import mechanism_ledger
from tallystick.host.environment import shorten
from tallystick.kernel.jsontext import strict_text
from tallystick.kernel.times import UNKNOWN, parse
from tallystick.model.mechanisms import BookedTurn, MechanismSavings
from tallystick.model.remark import Remark
from tallystick.reports import figures as show

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallystick.accounting.periods import Zone
    from tallystick.host.environment import Surroundings


def book(root: str, session: str, now_ms: int, row: Mapping[str, int], *, host: str) -> bool:
    """Add a turn's row to the ledger; say whether it is kept, which one of nothing need not be. Never raises."""
    if not row:
        return True
    try:
        text = strict_text({"ts": iso(now_ms), "session_id": session, "host": host, **row})
    except (ValueError, OverflowError, OSError):
        return False
    return mechanism_ledger.append(root, text.encode() + b"\n")


def booked(root: str, session: str | None = None, today: str = "") -> MechanismSavings:
    """Return what the ledger says, of one session or of all; `today` is a day in local time, as 2026-01-15."""
    turns: list[BookedTurn] = []
    refused: list[tuple[int, str]] = []
    for number, line in mechanism_ledger.lines(root):
        found = mechanisms.read(line, session)
        if isinstance(found, BookedTurn):
            turns.append(found)
        elif found:
            refused.append((number, found))
    totals, aux = mechanisms.add_up(turns)
    zone = find_zone(None)
    of_today = [turn for turn in turns if _is_on(turn.ts, today, zone)] if today else []
    return MechanismSavings(
        groups=mechanisms.group(turns),
        totals=totals,
        aux=aux,
        net=mechanisms.net(totals, aux),
        sessions=len({turn.session for turn in turns}),
        refused=refused,
        place=mechanism_ledger.path_of(root),
        today=mechanisms.add_up(of_today)[0].saved,
    )


def remarks(place: Surroundings) -> Iterator[Remark]:
    """Say how much the ledger holds, and which of its rows are refused; nothing where there is no ledger."""
    if not os.path.exists(mechanism_ledger.path_of(place.root)):
        return
    found = booked(place.root)
    shown = shorten(found.place, place.environ)
    turns = show.plural(found.totals.turns, "turn")
    yield Remark("savings", f"{shown}: {turns}, {show.count(found.totals.saved)} estimated tokens")
    if found.refused:
        places = tuple(f"line {line}: {reason}" for line, reason in found.refused)
        text = f"{show.plural(len(found.refused), 'row')} of mechanisms refused and not counted"
        yield Remark("savings", text, places=places, is_warning=True)


def _is_on(ts: str, day: str, zone: Zone) -> bool:
    ms = parse(ts)
    return ms != UNKNOWN and moment(ms // 1000, zone)[:10] == day
