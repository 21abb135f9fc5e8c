"""The answer to an agent that is about to repeat itself: one word, one fact, one action, one receipt."""

from __future__ import annotations

from tallystick.kernel.jsontext import ascii_text

NO_STATE_CHANGE = "NO_STATE_CHANGE"  # it failed the last time, and nothing has changed since
UNCHANGED = "UNCHANGED"  # it is in the context, and would come out the same
DROPPED = "DROPPED"  # it would come out the same, and a compaction took it out of the context
SIBLING_HAS_IT = "SIBLING_HAS_IT"  # another child of the same parent holds it
NO_RECORD = "NO_RECORD"  # none of these can be said

# The order in which they are tried.
VERDICTS = (NO_STATE_CHANGE, UNCHANGED, DROPPED, SIBLING_HAS_IT, NO_RECORD)

LONGEST = 399  # characters of an answer, as a line and as an object


class Verdict:
    """One answer. `receipt` names events as evidence does: `8f2c91aa:e143→e211`, or nothing where there is no event."""

    __slots__ = ("action", "fact", "receipt", "word")

    def __init__(self, word: str, fact: str, action: str, receipt: str = "") -> None:
        self.word = word
        self.action = action
        self.receipt = receipt
        room = LONGEST - _length({"verdict": word, "fact": "", "action": action, "receipt": receipt})
        self.fact = fact if _length(fact) - 2 <= room else _cut(fact, room)

    @property
    def parts(self) -> dict[str, str]:
        """The answer as an object."""
        return {"verdict": self.word, "fact": self.fact, "action": self.action, "receipt": self.receipt}

    @property
    def line(self) -> str:
        """The answer on one line, which is shorter than the object."""
        receipt = f" [{self.receipt}]" if self.receipt else ""
        return f"{self.word} — {self.fact} → {self.action}{receipt}"


def _cut(text: str, room: int) -> str:
    """Return as much of a text's beginning as has room, with a mark behind it."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if _length(text[:middle] + "…") - 2 <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low] + "…"


def _length(value: object) -> int:
    """Return the characters of a value's compact JSON."""
    return len(ascii_text(value))
