"""The fold of the savings ledger: one JSON object a line, folded whole at each look, nothing kept between looks.

A line that cannot be read costs that line; a claim of nothing, of a negative or of no finite amount is refused.
"""

from __future__ import annotations

from tallystick.kernel.jsontext import decode
from tallystick.kernel.tracker import percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PER_CALL = ("compress", "divert")  # the techniques that one tool call is credited with


class Saving:
    """One accepted row: `before` is 0 where the row says nothing of it."""

    __slots__ = ("before", "cost_usd", "saved", "technique")

    def __init__(self, technique: str, saved: int, before: int, cost_usd: float) -> None:
        self.technique = technique
        self.saved = saved
        self.before = before
        self.cost_usd = cost_usd


class Percents:
    """What the last call's output was shortened by, and the mean over the session's calls; None: no row says."""

    __slots__ = ("latest", "mean", "rows")

    def __init__(self) -> None:
        self.rows = 0
        self.latest: int | None = None
        self.mean: int | None = None


def rows(ledger: bytes, session: str, refused: list[tuple[int, str]] | None = None) -> Iterator[Saving]:
    """Yield a session's accepted rows in order; lines without the bytes of its id are passed over undecoded.

    Line (from 1) and reason of each row that is refused go to `refused`, where somebody asks for them.
    """
    needle = session.encode()
    at = ledger.find(needle) if needle else -1
    while at >= 0:
        start = ledger.rfind(b"\n", 0, at) + 1
        end = ledger.find(b"\n", at)
        if end < 0:
            end = len(ledger)
        found = _read(ledger[start:end], session)
        if isinstance(found, Saving):
            yield found
        elif found and refused is not None:
            refused.append((ledger.count(b"\n", 0, start) + 1, found))
        at = ledger.find(needle, end)


def _read(line: bytes, session: str) -> Saving | str:
    """Return a row, why it is refused, or "" for a row of another session."""
    try:
        row = decode(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return "not JSON"
    if not isinstance(row, dict):
        return "not an object"
    if row.get("session_id") != session:
        return ""
    technique, saved, cost = row.get("technique"), row.get("tokens_saved"), row.get("cost_saved_usd")
    texts = (technique, row.get("ts"), row.get("basis"))
    if not isinstance(saved, int) or not isinstance(cost, int | float) or not all(isinstance(t, str) for t in texts):
        return "a field is missing"
    if saved <= 0:
        return "nothing saved"
    if not 0 < cost < float("inf"):
        return "no cost saved"
    before = row.get("tokens_before")
    return Saving(str(technique), saved, before if isinstance(before, int) and before > 0 else 0, cost)


def percents(ledger: bytes, session: str) -> Percents:
    """Return what the segment shows of a session: each row's own share, from 1 to 100, the newest and the mean."""
    found = Percents()
    total = counted = 0
    for row in rows(ledger, session):
        if row.technique not in PER_CALL:
            continue
        found.rows += 1
        if row.before:
            found.latest = min(100, max(1, percent(row.saved, row.before)))
            total += found.latest
            counted += 1
    if counted:
        found.mean = (2 * total + counted) // (2 * counted)
    return found
