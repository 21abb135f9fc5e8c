"""Sums transformation ledgers, one after the other, in memory that does not grow with their length."""

from __future__ import annotations

from tallystick.accounting.transformsums import LedgerSums
from tallystick.host import ledgers
from tallystick.model.transformation import Changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.ledgers import FoundLedger

_NAMED = 100  # bad lines of all ledgers


def summarise(paths: list[str]) -> Changes:
    """Return what the ledgers at these paths say; NotFound where a path has none."""
    changes = Changes()
    for found in ledgers.find(paths):
        _add(changes, found)
    return changes


def _add(changes: Changes, found: FoundLedger) -> None:
    sums = LedgerSums(found.path)
    ledgers.read(found.path, sums)
    tasks = sums.tasks(found.run, found.task)
    odd = sums.odd_chains()
    if odd.is_needed:
        ledgers.read(found.path, odd)
        first = next(iter(tasks))
        for run, task, broken in odd.breaks():
            tasks[run or first[0], task or first[1]].breaks.append(broken)
    changes.ledgers += 1
    changes.bad_count += sums.bad_count
    changes.bad += sums.bad[: _NAMED - len(changes.bad)]
    changes.tasks += [one for place, one in enumerate(tasks.values()) if not place or one.groups]
