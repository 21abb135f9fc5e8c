"""Whether chains of changes are continuous: steps 1, 2, 3 ... and each text the one that the step before it made."""

from __future__ import annotations

from itertools import pairwise

from tallystick.model.transformation import ChainBreak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Step = tuple[int, str, object, object, int]  # number, event id, what stands for the text before and after, line

_BITS = 64
_MASK = (1 << _BITS) - 1


class ChainWatch:
    """Follows chains as their records come; those that do not come in order are `odd` and to be looked at whole.

    It keeps two numbers a chain: a million chains take some 130 MB. Keys and hashes are this process's own hashes of
    64 bits: a chain in order may be taken for an odd one, which costs a second look; the opposite takes a collision.
    """

    __slots__ = ("_last", "odd")

    def __init__(self) -> None:
        self._last: dict[int, int] = {}
        self.odd: set[int] = set()

    def follow(self, key: int, step: int, before: object, after: object) -> bool:
        """Take the next record of a chain: its step, and what stands for the text before and after; say whether it
        goes on where the one before it ended.
        """
        state = self._last.get(key, 0)
        self._last[key] = (step << _BITS if step > 0 else 0) | (hash(after) & _MASK)
        if step != (state >> _BITS) + 1 or (state and (hash(before) & _MASK) != (state & _MASK)):
            self.odd.add(key)
            return False
        return state != 0


def breaks_of(chain: tuple[object, ...], steps: Iterable[Step]) -> list[ChainBreak]:
    """Return where a chain breaks: its steps if those have a gap, else each pair of neighbours that do not meet."""
    ordered = sorted(steps, key=lambda step: step[:2])
    numbers = tuple(step[0] for step in ordered)
    for place, step in enumerate(ordered, 1):
        if step[0] != place:
            return [ChainBreak(chain, line=step[4], event=step[1], steps=numbers)]
    return [
        ChainBreak(chain, line=other[4], event=other[1], previous=one[1])
        for one, other in pairwise(ordered)
        if one[3] != other[2]
    ]
