"""What the status line noted of the plan's limits: when five-hour windows reset, and when an allowance was used up.

One line is one reading: when it was taken, and of each allowance the share that was used and when it resets. The share
is the plan's own figure. Nothing here turns it into tokens.
"""

from __future__ import annotations

from tallystick.accounting.windows import WOBBLE, Reading, settle
from tallystick.kernel import times
from tallystick.kernel.jsontext import objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Of an allowance that was used up: its name, when that was read, its reset (both epoch s), the session's id.
    Exhausted = tuple[str, int, int, str]

FIVE_HOURS, SEVEN_DAYS = ALLOWANCES = ("five_hour", "seven_day")
_FULL = 100.0  # percent
_LATEST = 1 << 40  # seconds


class Limits:
    """What the lines so far said: the settled resets of five-hour windows, the moments (epoch s) at which an allowance
    was first seen used up, with its name, its reset and the session that was told so, lines read and refused, and the
    last reading's moment.
    """

    __slots__ = ("exhausted", "last_s", "lines", "refused", "resets")

    def __init__(
        self,
        resets: tuple[int, ...] = (),
        exhausted: tuple[Exhausted, ...] = (),
        lines: int = 0,
        refused: int = 0,
        last_s: int = -1,
    ) -> None:
        self.resets = list(resets)
        self.exhausted = list(exhausted)
        self.lines = lines
        self.refused = refused
        self.last_s = last_s

    def pack(self) -> tuple[tuple[int, ...], tuple[Exhausted, ...], int, int, int]:
        """Return what `Limits(*...)` makes again."""
        return tuple(self.resets), tuple(self.exhausted), self.lines, self.refused, self.last_s


def take(limits: Limits, text: str) -> None:
    """Add what whole lines say; a line that holds no reading is counted as refused."""
    readings = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        limits.lines += 1
        found, reasons = objects(line)
        limits.refused += bool(reasons) or not found
        for value in found:
            moment = _moment(value.get("ts"))
            if moment < 0:
                limits.refused += 1
                continue
            limits.last_s = max(limits.last_s, moment)
            read = {name: _read(moment, value.get(name)) for name in ALLOWANCES}
            if (five_hours := read[FIVE_HOURS]) is not None:
                readings.append(five_hours)
            _note_exhausted(limits, read, str(value.get("session_id", "")))
    limits.resets = settle(readings, limits.resets)


def _moment(text: object) -> int:
    found = times.parse(text) if isinstance(text, str) else times.UNKNOWN
    return found // 1000 if found >= 0 else -1


def _read(moment: int, found: object) -> Reading | None:
    """Return the reading of one allowance, None where its reset or its share is unknown."""
    if not isinstance(found, dict):
        return None
    share, reset = found.get("used_percentage"), found.get("resets_at")
    if not _is_number(share) or not _is_number(reset):
        return None
    return Reading(moment, float(str(share)), float(str(reset)))


def _is_number(found: object) -> bool:
    return isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found < _LATEST


def _note_exhausted(limits: Limits, read: dict[str, Reading | None], session: str) -> None:
    """Keep the first moment at which an allowance was used up, once for each reset."""
    for name, one in read.items():
        if one is None or one.used < _FULL or one.resets_s < one.read_s:
            continue
        if all(kind != name or abs(reset - one.resets_s) > WOBBLE for kind, _, reset, _ in limits.exhausted):
            limits.exhausted.append((name, one.read_s, int(one.resets_s), session))
