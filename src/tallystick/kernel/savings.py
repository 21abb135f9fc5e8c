"""The fold of the savings ledger: one JSON object a line, folded whole at each look, nothing kept between looks.

A line that cannot be read costs that line; a claim of nothing, of a negative or of no finite amount is refused.
"""

from __future__ import annotations

from tallystick.kernel.jsontext import decode
from tallystick.kernel.tracker import percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_DEAREST = 1e9  # dollars; keeps out what is no number
_MOST = 1 << 63  # tokens; what is more is no number of theirs, and one such row would drown all others
PER_CALL = ("compress", "divert")  # the techniques that one tool call is credited with


class Saving:
    """One accepted row: `before` is 0 where the row says nothing of it; `output` names the text that was kept whole, ""
    where none was; `ts` and `basis` are as the producer wrote them; `worker_usd` is what a helper billed, None where
    the row does not say it.
    """

    __slots__ = ("basis", "before", "cost_usd", "output", "saved", "session", "technique", "ts", "worker_usd")

    def __init__(
        self,
        technique: str,
        saved: int,
        before: int,
        cost_usd: float,
        *,
        session: str = "",
        ts: str = "",
        basis: str = "",
        output: str = "",
        worker_usd: float | None = None,
    ) -> None:
        self.technique = technique
        self.saved = saved
        self.before = before
        self.cost_usd = cost_usd
        self.session = session
        self.ts = ts
        self.basis = basis
        self.output = output
        self.worker_usd = worker_usd


class Percents:
    """What the last call's output was shortened by, and the mean over the session's calls; None: no row says."""

    __slots__ = ("_counted", "_total", "latest", "rows")

    def __init__(self) -> None:
        self.rows = 0
        self.latest: int | None = None
        self._total = self._counted = 0

    @property
    def mean(self) -> int | None:
        """Return the mean of the rows' own shares, rounded half away from zero."""
        return (2 * self._total + self._counted) // (2 * self._counted) if self._counted else None

    def add(self, row: Saving) -> None:
        """Take a row; one that no single call is credited with, or without a size before, has no share."""
        if row.technique not in PER_CALL:
            return
        self.rows += 1
        if row.before:
            self.latest = min(100, max(1, percent(row.saved, row.before)))
            self._total += self.latest
            self._counted += 1


def rows(
    ledger: bytes | bytearray, end: int, session: str, refused: list[tuple[int, str]] | None = None
) -> Iterator[Saving]:
    """Yield a session's accepted rows before `end`, in order; lines without the bytes of its id are not even decoded.

    Line (from 1) and reason of each row that is refused go to `refused`, where somebody asks for them.
    """
    needle = session.encode()
    at = ledger.find(needle, 0, end) if needle else -1
    while at >= 0:
        start = ledger.rfind(b"\n", 0, at) + 1
        stop = ledger.find(b"\n", at, end)
        if stop < 0:
            stop = end
        found = read(ledger[start:stop], session)
        if isinstance(found, Saving):
            yield found
        elif found and refused is not None:
            refused.append((ledger.count(b"\n", 0, start) + 1, found))
        at = ledger.find(needle, stop, end)


def read(line: bytes | bytearray, session: str | None) -> Saving | str:
    """Return a row, why it is refused, or "" for a row of another session (None: of any)."""
    try:
        row = decode(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return "not JSON"
    if not isinstance(row, dict):
        return "not an object"
    owner = row.get("session_id")
    if session is not None and owner != session:
        return ""
    technique, saved, cost = row.get("technique"), row.get("tokens_saved"), row.get("cost_saved_usd")
    ts, basis, output = row.get("ts"), row.get("basis"), row.get("output")
    texts = (technique, ts, basis, owner)
    if not isinstance(saved, int) or not isinstance(cost, int | float) or not all(isinstance(t, str) for t in texts):
        return "a field is missing"
    if isinstance(saved, bool) or isinstance(cost, bool):
        return "a field is missing"
    if saved <= 0:
        return "nothing saved"
    if saved >= _MOST:
        return "too much saved"
    if not 0 < cost < float("inf"):
        return "no cost saved"
    before = row.get("tokens_before")
    return Saving(
        str(technique),
        saved,
        before if isinstance(before, int) and 0 < before < _MOST else 0,
        cost,
        session=str(owner),
        ts=str(ts),
        basis=str(basis),
        output=output if isinstance(output, str) else "",
        worker_usd=_amount(row.get("worker_cost_usd")),
    )


def _amount(usd: object) -> float | None:
    if isinstance(usd, bool) or not isinstance(usd, int | float) or not 0 <= usd < _DEAREST:
        return None
    return float(usd)
