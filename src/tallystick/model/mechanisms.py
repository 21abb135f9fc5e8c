"""What context mechanisms avoided, turn by turn: estimated tokens of four mechanisms, and what asking for them took."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAMES = ("bash", "amnesia", "lazy", "write")
AUX = ("aux_calls", "aux_input", "aux_output")


class BookedTurn:
    """A row of the ledger: tokens by mechanism; calls of the auxiliary model and their tokens in and out."""

    __slots__ = ("aux", "saved", "session", "ts")

    def __init__(self, session: str, ts: str, saved: Mapping[str, int], aux: Mapping[str, int]) -> None:
        self.session = session
        self.ts = ts
        self.saved = saved
        self.aux = aux


class MechanismSum:
    """Tokens that one mechanism avoided, and in how many turns it avoided any."""

    __slots__ = ("saved", "turns")

    def __init__(self, turns: int, saved: int) -> None:
        self.turns = turns
        self.saved = saved


class MechanismSavings:
    """A sum for each mechanism that avoided anything, the largest first, and of all of them.

    `net` is what is left of that when what asking took is taken off, and may be negative; `sessions` says how many
    there are, `today` the tokens of today's turns, `refused` the line (from 1) and reason of each row that is refused;
    `place` is the ledger.
    """

    __slots__ = ("aux", "groups", "net", "place", "refused", "sessions", "today", "totals")

    def __init__(
        self,
        *,
        groups: Sequence[tuple[str, MechanismSum]],
        totals: MechanismSum,
        aux: Mapping[str, int],
        net: int,
        sessions: int,
        refused: Sequence[tuple[int, str]],
        place: str,
        today: int = 0,
    ) -> None:
        self.groups = groups
        self.totals = totals
        self.aux = aux
        self.net = net
        self.sessions = sessions
        self.refused = refused
        self.place = place
        self.today = today
