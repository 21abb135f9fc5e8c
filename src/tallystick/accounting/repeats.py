"""Repeats: reads that gave again what an earlier read of the same lines of the same file had given."""

from __future__ import annotations

import re

from tallystick.accounting import epochs
from tallystick.accounting.acquiring import is_read, line_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.model.act import Act
    from tallystick.model.history import History, Thread

FLOOR = 100  # payload tokens; from a hand-check of ten: it removes polling and error strings
# Where the client itself collects the output of a task in the background: reading it again is waiting for it.
_COLLECTED = re.compile(r"/[0-9a-z]{6,32}\.output$")


def reads(history: History, standing: int) -> Iterator[tuple[Act, Act]]:
    """Yield (earlier, later) reads of one thread with the same payload, where the earlier one stands so.

    The earlier one is the last read of the same lines before the later one, as far as its result was ever in the same
    context. Had a read in between given something else, the file had changed, and there is no repeat.
    """
    for thread in history.threads:
        seen: dict[tuple[int, int, int], list[Act]] = {}
        for act in thread.acts:
            if is_read(act) and not _COLLECTED.search(history.names.get(act.path, "")):
                before = seen.setdefault((act.path, *line_range(act)), [])
                if before and act.owned and act.tokens >= FLOOR:
                    found, stands = _last_equal(thread, before, act)
                    if found is not None and stands == standing:
                        yield found, act
                before.append(act)


def _last_equal(thread: Thread, before: list[Act], act: Act) -> tuple[Act | None, int]:
    """Return the last read that gave the same and how it stands; one still held wins over one dropped since."""
    dropped = None
    for earlier in reversed(before):
        if earlier.payload != act.payload:
            break
        stands = epochs.standing(thread, earlier, act.turn)
        if stands == epochs.HELD:
            return earlier, stands
        if stands == epochs.DROPPED and dropped is None:
            dropped = earlier
    return dropped, epochs.DROPPED
