"""Reads and sums the ledger of context mechanisms: a row a turn, each with that turn's own tokens, never a running sum.

Tokens are the host's estimates, four UTF-16 characters each. They have no price: what a token costs that was not sent
again depends on what was cached, which nobody knows.
"""

from __future__ import annotations

from tallystick.kernel.jsontext import decode
from tallystick.model.mechanisms import AUX, NAMES, BookedTurn, MechanismSum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def read(line: bytes, session: str | None) -> BookedTurn | str:
    """Return a row, why it is refused, or "" for a row of another session (None: of any)."""
    try:
        row = decode(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return "not JSON"
    if not isinstance(row, dict):
        return "not an object"
    owner, ts = row.get("session_id"), row.get("ts")
    if session is not None and owner != session:
        return ""
    if not isinstance(owner, str) or not isinstance(ts, str):
        return "a field is missing"
    saved, aux = _counts(row, NAMES), _counts(row, AUX)
    if saved is None or aux is None:
        return "not a count"
    if not any(saved.values()) and not any(aux.values()):
        return "nothing booked"
    return BookedTurn(owner, ts, saved, aux)


def _counts(row: Mapping[str, object], names: Iterable[str]) -> dict[str, int] | None:
    """Return counts by name, 0 for one that is not said; None where one is no count."""
    found = {}
    for name in names:
        count = row.get(name, 0)
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            return None
        found[name] = count
    return found


def group(turns: Iterable[BookedTurn]) -> list[tuple[str, MechanismSum]]:
    """Return a sum for each mechanism that avoided anything, the largest first."""
    found = {name: MechanismSum(0, 0) for name in NAMES}
    for turn in turns:
        for name, saved in turn.saved.items():
            if saved:
                found[name].turns += 1
                found[name].saved += saved
    return sorted(((name, one) for name, one in found.items() if one.turns), key=lambda pair: -pair[1].saved)


def add_up(turns: Iterable[BookedTurn]) -> tuple[MechanismSum, dict[str, int]]:
    """Return the sum of all mechanisms over the turns in which one avoided anything, and what asking took in all."""
    total, aux = MechanismSum(0, 0), dict.fromkeys(AUX, 0)
    for turn in turns:
        saved = sum(turn.saved.values())
        total.turns += saved > 0
        total.saved += saved
        for name in AUX:
            aux[name] += turn.aux[name]
    return total, aux


def net(total: MechanismSum, aux: Mapping[str, int]) -> int:
    """Return what is left when the tokens that asking took, in and out, are taken off; it may be negative."""
    return total.saved - aux["aux_input"] - aux["aux_output"]
