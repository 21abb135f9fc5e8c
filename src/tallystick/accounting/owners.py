"""Which session a response is booked to when several sessions hold a copy of it; totals never depend on it."""

from __future__ import annotations

# Why a response is booked where it is; part of the stored format.
CLAIMED, ONLY, STARTED_FIRST, OWN_LINE_FIRST, SMALLER_ID = range(1, 6)
BASES = (
    "",
    "the line names its session",
    "only this session holds it",
    "this session's lines start first",
    "this session has the earliest line that no other session has",
    "the smaller session id",
)
_NEVER = 1 << 62


class SessionFacts:
    """What deciding needs of a session: its id, when its lines start, and when its first own line stands (ms)."""

    __slots__ = ("first_own_t", "first_t", "id")

    def __init__(self, id: str, first_t: int | None, first_own_t: int | None) -> None:  # noqa: A002 - the glossary's word
        self.id = id
        self.first_t = first_t
        self.first_own_t = first_own_t


def choose(sessions: dict[int, SessionFacts]) -> tuple[int, int]:
    """Return the key of the session that owns what all of these hold, and the basis of the choice."""
    starts = {key: _NEVER if facts.first_t is None else facts.first_t for key, facts in sessions.items()}
    first = [key for key, t in starts.items() if t == min(starts.values())]
    if len(first) == 1:
        return first[0], STARTED_FIRST
    owns = {key: _NEVER if (t := sessions[key].first_own_t) is None else t for key in first}
    earliest = [key for key, t in owns.items() if t == min(owns.values())]
    if len(earliest) == 1:
        return earliest[0], OWN_LINE_FIRST
    return min(earliest, key=lambda key: sessions[key].id), SMALLER_ID


def first_own_times(lines: dict[int, list[tuple[int, int]]]) -> dict[int, int | None]:
    """Return, for each session, the time of its earliest line whose uuid no other one has.

    `lines` gives each session's pairs of uuid key and time (ms, negative unknown). A line with a time and no uuid
    (key 0) is always its session's own: clients never copy such lines into a fork.
    """
    holders: dict[int, int] = {}
    for session, pairs in lines.items():
        for uuid in {uuid for uuid, _ in pairs}:
            holders[uuid] = session if uuid not in holders else 0
    found: dict[int, int | None] = {}
    for session, pairs in lines.items():
        times = [t for uuid, t in pairs if t >= 0 and (not uuid or holders[uuid] == session)]
        found[session] = min(times) if times else None
    return found
