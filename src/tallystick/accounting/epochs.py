"""Epochs: whether what a tool result put into the context is still there at a later turn.

A boundary drops every result but those on lines that it preserved; a microcompact drops those that it names; a clear
drops all. A result on a branch that was left behind is not in the context of the branch that goes on.
"""

from __future__ import annotations

from tallystick.model.history import CLEARED, MICRO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act
    from tallystick.model.history import Cut, Thread

# Where an act's result is, seen from a later turn: in its context, dropped by a compaction, or neither.
HELD, DROPPED, APART = range(3)


def drops(cut: Cut, act: Act) -> bool:
    """Say whether a cut after an act's result takes it out of the context."""
    if cut.kind == MICRO:
        return act.call in cut.dropped
    return cut.kind == CLEARED or not act.uuid or act.uuid not in cut.preserved


def cuts_between(thread: Thread, older: int, newer: int) -> list[Cut] | None:
    """Return the cuts on the way from one turn to a later one, None where the later one does not continue it."""
    found: list[int] = []
    turns = thread.turns
    if thread.is_linear:
        if newer < older:
            return None
        for place in thread.cut_turns:
            if older < place <= newer:
                found += turns[place].cuts
    else:
        while newer > older:
            found += turns[newer].cuts
            newer = turns[newer].prev
        if newer != older:
            return None
    return [thread.cuts[place] for place in sorted(found)]


def standing(thread: Thread, act: Act, turn: int) -> int:
    """Say where an act's result is, seen from a later turn of its thread: HELD, DROPPED or APART."""
    between = cuts_between(thread, act.turn, turn)
    if between is None:
        return APART
    dropping = [cut for cut in between if drops(cut, act)]
    if not dropping:
        return HELD
    return APART if any(cut.kind == CLEARED for cut in dropping) else DROPPED
