"""Follows the size of the context over a session's renders: its peak, the last compaction, and all that was ever in it.

Readings of 0 or of nothing say nothing. It is never rebuilt: nothing else knows what it saw.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# A compaction leaves less than 0.6 of the peak, and takes more than 10,000 tokens: smaller drops are other things.
_LEFT_TENTHS = 6
_LEAST_DROP = 10_000


class Tracker:
    """Tokens: `peak` since the last compaction, `before` and `after` of it (None: there was none), `base` the readings
    that later ones fell below, `current` the last reading. `base + current` never falls.
    """

    __slots__ = ("after", "base", "before", "current", "peak")

    def __init__(self) -> None:
        self.peak = self.base = self.current = 0
        self.before: int | None = None
        self.after = 0

    @property
    def total(self) -> int:
        """Return the tokens that ever were in the context."""
        return self.base + self.current

    @property
    def reclaimed(self) -> int | None:
        """Return how much of the peak the last compaction took, in whole percent; None where there was none."""
        return None if self.before is None else percent(self.before - self.after, self.before)

    def note(self, reading: int | None) -> bool:
        """Take a reading of the context (tokens); say whether it changed anything."""
        if not reading:
            return False
        before = (self.peak, self.base, self.current, self.before, self.after)
        if reading < self.current:
            self.base += self.current
        self.current = reading
        if 10 * reading < _LEFT_TENTHS * self.peak and self.peak - reading > _LEAST_DROP:
            self.before, self.after = self.peak, reading
            self.peak = reading
        elif reading > self.peak:
            self.peak = reading
        return before != (self.peak, self.base, self.current, self.before, self.after)

    def fields(self) -> dict[str, object]:
        """Return what is kept, by the names that hold in every version."""
        last = None
        if self.before is not None:
            last = {"before": self.before, "after": self.after, "reclaimed_pct": self.reclaimed}
        return {
            "peak_input_tokens": self.peak,
            "last_compaction": last,
            "base_input_tokens": self.base,
            "current_input_tokens": self.current,
        }

    @classmethod
    def of(cls, fields: Mapping[str, object]) -> Tracker:
        """Return the tracker that was kept; what is missing or odd is as at the beginning."""
        found = cls()
        found.peak = _tokens(fields.get("peak_input_tokens"))
        found.base = _tokens(fields.get("base_input_tokens"))
        found.current = _tokens(fields.get("current_input_tokens"))
        last = fields.get("last_compaction")
        if isinstance(last, dict) and _tokens(last.get("before")) > _tokens(last.get("after")):
            found.before, found.after = _tokens(last.get("before")), _tokens(last.get("after"))
        return found


def percent(part: int, whole: int) -> int:
    """Return a share in whole percent, rounded half away from zero."""
    return (200 * part + whole) // (2 * whole)


def _tokens(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53 else 0
