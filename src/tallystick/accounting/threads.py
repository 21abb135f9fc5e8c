"""Makes a thread of packed events: turns that know whose context they continue, cuts, and calls joined with results.

Lines are chained by parents. A response continues the context of the turn that its chain of parents leads to, so that
a prompt typed anew from an earlier place leaves a branch behind, and a side chain in a main file is a context of its
own. A chain that breaks goes on at the line before, except at a prompt without parent: that begins from nothing.
"""

from __future__ import annotations

from bisect import insort

from tallystick.model import event
from tallystick.model.act import Act
from tallystick.model.history import CLEARED, COMPACTION, MICRO, NO_TURN, UNKNOWN_TIME, Cut, Moment, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    # Packed moments, calls, results and words of one stretch of a file.
    Stretch = tuple[bytes, bytes, bytes, bytes]
    # Response key -> is it booked to this file, time (ms), model, fresh input, cache reads, cache writes (tokens).
    Booked = dict[int, tuple[bool, int, int, int, int, int]]
    # (line, part) of a boundary -> its kind (`model.event`), its preserved uuids and its dropped calls, packed.
    Boundaries = dict[tuple[int, int], tuple[int, bytes, bytes]]

_FEW = 20  # calls without an answer that are put in one by one
_STARTS = (event.PROMPT, event.CLEAR)
_CUTS = {event.BOUNDARY: COMPACTION, event.SUMMARY: COMPACTION, event.CLEAR: CLEARED}
# What follows the id in a packed call that is not in the file: response, path, range, and so on.
_NO_CALL = (0, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0)
# What a moment's chain has come to: the turn, and the cuts since; a state is its place in a list of these.
_NOTHING = (NO_TURN, ())


class ThreadBuilder:
    """Reads one file's stretches in order; afterwards `turns`, `cuts`, `acts` and `claims` hold what they said.

    A file that is still being written is fed with its new stretches as they come, and asked for `all_acts`.
    """

    __slots__ = (
        "_booked",
        "_boundaries",
        "_last",
        "_last_side",
        "_lines",
        "_number",
        "_places",
        "_states",
        "_tips",
        "_waiting",
        "acts",
        "claims",
        "cuts",
        "turns",
    )

    def __init__(self, number: int, booked: Booked, boundaries: Boundaries) -> None:
        self._number = number
        self._last = self._last_side = 0
        self._booked = booked
        self._boundaries = boundaries
        self._states: list[tuple[int, tuple[int, ...]]] = [_NOTHING]
        self._tips: dict[int, int] = {}  # uuid -> state
        self._places: dict[int, int] = {}  # response -> place of its turn
        self._lines: dict[tuple[int, int], tuple[int, int, int]] = {}  # of the stretch: (time, uuid, turn) by place
        self._waiting: dict[int, tuple[tuple[int, ...], int, int, bytes]] = {}  # calls not answered yet
        self.turns: list[Turn] = []
        self.cuts: list[Cut] = []
        self.acts: list[Act] = []
        self.claims: list[Moment] = []

    def read(self, stretches: Iterable[Stretch]) -> None:
        """Read every stretch of a file, to its end."""
        self.feed(stretches)
        self.acts = self.all_acts()

    def feed(self, stretches: Iterable[Stretch]) -> None:
        """Read the stretches behind those that were read before."""
        for moments, calls, results, words in stretches:
            self._last, self._last_side = self._read_moments(moments, self._last, self._last_side)
            for call in event.CALL_ROW.iter_unpack(calls):
                t, _, turn = self._lines.get(call[:2], (UNKNOWN_TIME, 0, NO_TURN))
                self._waiting[call[5] or -len(self._waiting) - 1] = (call, self._places.get(call[6], turn), t, words)
            self._read_results(results, words)
            self._lines = {}

    def all_acts(self) -> list[Act]:
        """Return every act in the order of lines, calls that nothing has answered yet at their own."""
        unanswered = [
            Act(self._number, turn, self._is_own(turn), call, t, None, UNKNOWN_TIME, 0, words)
            for call, turn, t, words in self._waiting.values()
        ]
        if len(unanswered) > _FEW:
            return sorted([*self.acts, *unanswered], key=_place)
        found = list(self.acts)  # in that order already
        for act in unanswered:
            insort(found, act, key=_place)
        return found

    def _read_moments(self, moments: bytes, last: int, last_side: int) -> tuple[int, int]:
        """Follow the chain of parents; `last` and `last_side` are the states of the last lines off and on the side."""
        states, tips, lines = self._states, self._tips, self._lines
        for line, part, kind, flags, _, t, uuid, parent, subject, _, _ in event.MOMENT.iter_unpack(moments):
            side = flags & event.SIDECHAIN
            found = tips.get(parent) if parent else None
            if found is not None:
                state = found
            elif not parent and (kind in _STARTS or (kind == event.BRIEF and side)):
                state = 0
            else:
                state = last_side if side else last
            if kind == event.RESPONSE and subject:
                state = self._turn(state, subject, line, part, t)
                if flags >> event.CACHE_MISS:
                    self.turns[self._places[subject]].miss = flags >> event.CACHE_MISS
                if flags & event.CLAIMS_DONE and self.turns[self._places[subject]].owned:
                    self.claims.append(Moment(kind, flags, line, part, t))
            elif kind in _CUTS:
                state = self._cut(state, kind, line, part, t)
            lines[line, part] = t, uuid, states[state][0]
            if uuid:
                tips[uuid] = state
            if side:
                last_side = state
            else:
                last = state
        return last, last_side

    def _turn(self, state: int, key: int, line: int, part: int, t: int) -> int:
        """Note a response's line and return the state after it: a new turn at its first line only."""
        place = self._places.get(key)
        if place is None:
            prev, cuts = self._states[state]
            known = self.turns[-1].owned if self.turns else True
            owned, folded_t, model, fresh, read, written = self._booked.get(key, (known, t, 0, 0, 0, 0))
            place = self._places[key] = len(self.turns)
            self.turns.append(
                Turn(
                    key,
                    line,
                    part,
                    t=folded_t,
                    prev=prev,
                    cuts=cuts,
                    owned=owned,
                    model=model,
                    fresh=fresh,
                    read=read,
                    written=written,
                )
            )
            self._states.append((place, ()))
            return len(self._states) - 1
        if self._states[state][0] == place:
            return state
        self._states.append((place, ()))
        return len(self._states) - 1

    def _cut(self, state: int, kind: int, line: int, part: int, t: int) -> int:
        """Note a cut and return the state after it; a summary right behind its boundary is no second one."""
        turn, pending = self._states[state]
        if kind == event.SUMMARY and any(self.cuts[place].kind == COMPACTION for place in pending):
            return state
        how, preserved, dropped = self._boundaries.get((line, part), (event.CUT_WHOLE, b"", b""))
        what = MICRO if how == event.CUT_MICRO else _CUTS[kind]
        kept = self._since(_keys(preserved)) if how == event.CUT_BEFORE else _keys(preserved)
        self._states.append((turn, (*pending, len(self.cuts))))
        self.cuts.append(Cut(what, line, part, t, _keys(dropped), kept))
        return len(self._states) - 1

    def _since(self, first: frozenset[int]) -> frozenset[int]:
        """Return the uuids of the lines so far from a first one on, none where there is no such line.

        Those of branches that were left behind are among them: what is there is out of the context anyway.
        """
        found = []
        for uuid in reversed(self._tips):
            found.append(uuid)
            if uuid in first:
                return frozenset(found)
        return frozenset()

    def _read_results(self, results: bytes, words: bytes) -> None:
        waiting = self._waiting
        for result in event.RESULT_ROW.iter_unpack(results):
            line, part, block, _, key, *_ = result
            t, uuid, turn = self._lines.get((line, part), (UNKNOWN_TIME, 0, NO_TURN))
            asked = waiting.pop(key, None)
            if asked is None:
                asked = ((line, part, block, event.CALL, 0, key, *_NO_CALL), turn, t, b"")
            call, turn, call_t, of_call = asked
            self.acts.append(Act(self._number, turn, self._is_own(turn), call, call_t, result, t, uuid, of_call))

    def _is_own(self, turn: int) -> bool:
        return turn == NO_TURN or self.turns[turn].owned


def _place(act: Act) -> tuple[int, int, int]:
    return act.line, act.part, act.block


def _keys(packed: bytes) -> frozenset[int]:
    return frozenset(int.from_bytes(packed[at : at + 8], "little") for at in range(0, len(packed), 8))
