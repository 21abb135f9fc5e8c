"""Which ledgers are open in this process, and which of them is the caller's.

A context variable says it, so that tasks and threads with ledgers of their own do not mix. A thread that was started
without a context gets the one ledger that is open; where several are, nothing is guessed.
"""

from __future__ import annotations

from _contextvars import ContextVar
from posix import register_at_fork

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _weakref import ref

    from tallystick.kernel.transformledger import Ledger

OPEN: dict[int, ref[Ledger]] = {}  # a ledger that its host forgets closes itself
CURRENT: ContextVar[Ledger | None] = ContextVar("tallystick_ledger", default=None)


def chosen() -> Ledger | None:
    """Return the ledger that the caller's context was given, also one that is closed by now, else the only open one."""
    ledger = CURRENT.get()
    if ledger is not None or not OPEN:
        return ledger
    found = tuple(OPEN.values())
    return found[0]() if len(found) == 1 else None


def _after_fork() -> None:
    for one in OPEN.values():
        ledger = one()
        if ledger is not None:
            ledger.start_anew()


register_at_fork(after_in_child=_after_fork)
