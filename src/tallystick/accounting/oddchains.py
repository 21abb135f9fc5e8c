"""A second look at those chains of a ledger that did not come in order: whole, and exact."""

from __future__ import annotations

from tallystick.accounting.chains import breaks_of
from tallystick.accounting.transformlines import TRANSFORMATION, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tallystick.accounting.chains import Step
    from tallystick.accounting.transformlines import Line
    from tallystick.model.transformation import ChainBreak

    Place = tuple[object, ...]  # run, task, session, turn, call, surface, chain


def place_of(record: Line) -> Place:
    """Return which chain a record belongs to."""
    return (
        *(record.run, record.task, record.session, record.turn, record.tool_call_id, record.surface, record.chain_id),
    )


class OddChains:
    """Takes the lines of a ledger again and keeps those of odd chains alone; `ends` says what stands for the texts."""

    __slots__ = ("_chains", "_ends", "_odd")

    def __init__(self, odd: set[int], ends: Callable[[Line], tuple[object, object]]) -> None:
        self._odd = odd
        self._ends = ends
        self._chains: dict[Place, list[Step]] = {}

    @property
    def is_needed(self) -> bool:
        """Whether there is any."""
        return bool(self._odd)

    def feed_block(self, block: memoryview, ends: Sequence[int], line: int, offset: int) -> None:
        """Take whole lines, of which the first is line + 1."""
        start = 0
        for number, end in enumerate(ends, line + 1):
            record = read(block[start:end])
            start = end + 1
            if isinstance(record, str) or record.event != TRANSFORMATION or not record.chain_id:
                continue
            place = place_of(record)
            if hash(place) in self._odd:
                step = record.chain_step, record.event_id, *self._ends(record), number
                self._chains.setdefault(place, []).append(step)

    def refuse(self, line: int, offset: int) -> None:
        """Nothing: the first look has counted it."""

    def breaks(self) -> list[tuple[str, str, ChainBreak]]:
        """Return the breaks in the order of the ledger, each with the run and task that its records name."""
        found = [
            (str(run), str(task), one)
            for (run, task, *chain), steps in self._chains.items()
            for one in breaks_of(tuple(chain), steps)
        ]
        return sorted(found, key=lambda each: each[2].line)
