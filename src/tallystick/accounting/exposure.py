"""Exposure: payload tokens times the turns that carried them, in token-turns, by the window of each turn.

A payload is carried by every later turn that continues the turn that acquired it, until a cut that drops it, or the
thread's end. A branch that was left behind carries what it acquired itself; what it inherited goes on elsewhere.
"""

from __future__ import annotations

from tallystick.accounting.epochs import drops
from tallystick.model.history import UNKNOWN_TIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.model.act import Act
    from tallystick.model.history import Thread, WindowOf

# The window of a turn whose time nobody knows.
NO_WINDOW = -1


def carriers(thread: Thread, act: Act) -> Sequence[int]:
    """Return the places of the turns after an act that carried its payload, in order."""
    turns, cuts = thread.turns, thread.cuts
    if thread.is_linear:
        end = len(turns)
        for place in thread.cut_turns:
            if place > act.turn and any(drops(cuts[one], act) for one in turns[place].cuts):
                end = place
                break
        return range(act.turn + 1, end)
    carrying = {act.turn}
    found = []
    for place in range(act.turn + 1, len(turns)):
        turn = turns[place]
        if turn.prev in carrying and not any(drops(cuts[one], act) for one in turn.cuts):
            carrying.add(place)
            found.append(place)
    return found


def exposures(thread: Thread, act: Act, window_of: WindowOf) -> tuple[tuple[int, int], ...]:
    """Return the token-turns of an act's payload by window (its start in ms), in order.

    A turn without a time counts in the window of the turn before it, else of the act.
    """
    found: dict[int, int] = {}
    window = window_at(act.t, window_of)
    for place in carriers(thread, act):
        t = thread.turns[place].t
        if t != UNKNOWN_TIME:
            window = window_of(t)
        found[window] = found.get(window, 0) + act.tokens
    return tuple(sorted(found.items()))


def window_at(t: int, window_of: WindowOf) -> int:
    """Return the window of a time (ms), NO_WINDOW where the time is unknown."""
    return NO_WINDOW if t == UNKNOWN_TIME else window_of(t)
