"""What was booked: of the turn that is under way, of the turns before, and in all. Gross; what asking took beside it.

All figures are estimated tokens by the host's rule. What a host keeps of it in its session is a snapshot: it comes
back with the branch of the session that it is on.
"""

from __future__ import annotations

from tallystick.model.mechanisms import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tallystick.mechanisms.messages import Message
    from tallystick.mechanisms.records import Event

EVENTS = {"turn": ("turn", *NAMES, "total", "cumulative")}
AUX = ("calls", "input", "output")
KEPT = 40  # turns in a snapshot


class Counters:
    """Sums by mechanism, of calls of the auxiliary model, and the last turns. What is added is never taken back."""

    __slots__ = ("_aux", "_pending", "_turn", "aux", "cumulative", "turns")

    def __init__(self) -> None:
        self.cumulative = dict.fromkeys(NAMES, 0)
        self.aux = dict.fromkeys(AUX, 0)
        self.turns: list[dict[str, int]] = []
        self._turn = dict.fromkeys(NAMES, 0)
        self._aux = dict.fromkeys(AUX, 0)
        self._pending = 0

    @property
    def total(self) -> int:
        """Return what all mechanisms together avoided."""
        return sum(self.cumulative.values())

    @property
    def net(self) -> int:
        """Return the total less what the auxiliary model read and wrote; it may be negative."""
        return self.total - self.aux["input"] - self.aux["output"]

    @property
    def count(self) -> int:
        """Return how many turns have ended."""
        return self.turns[-1]["turn"] if self.turns else 0

    @property
    def is_open(self) -> bool:
        """Whether anything was booked since the last turn ended."""
        return any(self._turn.values()) or any(self._aux.values()) or self._pending > 0

    def add(self, mechanism: str, tokens: int) -> None:
        """Book what a mechanism avoided in this turn; less than nothing is nothing."""
        self._turn[mechanism] += max(0, tokens)

    def add_call(self, tokens_in: int, tokens_out: int) -> None:
        """Book a call of the auxiliary model."""
        self._aux["calls"] += 1
        self._aux["input"] += tokens_in
        self._aux["output"] += tokens_out

    def expect(self, tokens: int) -> None:
        """Keep what a run's prompt did without, for its first turn: the largest of several estimates."""
        self._pending = max(self._pending, tokens)

    def end_turn(self) -> tuple[Event, dict[str, int]]:
        """Return the event of the turn that ends here and its row for the ledger, {} where nothing was booked."""
        self.add("lazy", self._pending)
        booked, asked = self._turn, self._aux
        number = self.count + 1
        turn = {"turn": number, **booked, "total": sum(booked.values())}
        for name in NAMES:
            self.cumulative[name] += booked[name]
        for name in AUX:
            self.aux[name] += asked[name]
        self.turns = [*self.turns[1 - KEPT :], turn]
        self._turn, self._aux, self._pending = dict.fromkeys(NAMES, 0), dict.fromkeys(AUX, 0), 0
        event: Event = {"kind": "turn", **turn, "cumulative": {**self.cumulative, "total": self.total}}
        row = {"turn": number, **booked, **{f"aux_{name}": asked[name] for name in AUX}}
        return event, row if any(booked.values()) or any(asked.values()) else {}

    def snapshot(self) -> Message:
        """Return what is kept in the host's session."""
        return {
            "cumulative": {**self.cumulative, "total": self.total},
            "turns": [dict(turn) for turn in self.turns],
            "aux": dict(self.aux),
        }

    @classmethod
    def of(cls, snapshots: Iterable[Mapping[str, object]]) -> Counters:
        """Return counters as a branch left them: its last snapshot holds, and what it does not say is 0."""
        found = cls()
        for said in snapshots:
            found.cumulative = _counts(said.get("cumulative"), NAMES)
            found.aux = _counts(said.get("aux"), AUX)
            turns = said.get("turns")
            kept = [_counts(one, ("turn", *NAMES, "total")) for one in turns] if isinstance(turns, list) else []
            found.turns = kept[-KEPT:]
        return found


def _counts(said: object, names: Iterable[str]) -> dict[str, int]:
    """Return whole counts by name; what is none, or negative, is 0."""
    found = said if isinstance(said, dict) else {}
    return {name: _count(found.get(name)) for name in names}


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
