"""Repeats: reads and viewer commands that gave again what the same one had given before."""

from __future__ import annotations

import re

from tallystick.accounting import epochs
from tallystick.accounting.acquiring import has_succeeded, has_text, is_read, line_range
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tallystick.model.act import Act
    from tallystick.model.history import History, Thread

FLOOR = 100  # payload tokens; from a hand-check of ten: it removes polling and error strings
# Where the client itself collects the output of a task in the background: reading it again is waiting for it.
_COLLECTED = re.compile(r"/[0-9a-z]{6,32}\.output$")

# A viewer and nothing more: what reaches another machine, shows something live or runs on may differ next time.
_LOOKS = event.VIEWER | event.NETWORK | event.LIVE | event.BACKGROUND | event.LEAVES_RUNNING


def reads(history: History, standing: int) -> Iterator[tuple[Act, Act]]:
    """Yield (earlier, later) reads of one thread with the same payload, where the earlier one stands so.

    The earlier one is the last read of the same lines before the later one, as far as its result was ever in the same
    context. Had a read in between given something else, the file had changed, and there is no repeat.
    """

    def lines(act: Act) -> tuple[int, ...] | None:
        if not is_read(act) or _COLLECTED.search(history.names.get(act.path, "")):
            return None
        return (act.path, *line_range(act))

    return (pair for pair in _pairs(history, standing, lines) if pair[1].tokens >= FLOOR)


def looks(history: History) -> Iterator[tuple[Act, Act]]:
    """Yield (earlier, later) runs of one viewer command in one directory that gave the same, the earlier still held."""

    def command(act: Act) -> tuple[int, ...] | None:
        if act.kind != event.COMMAND or not has_succeeded(act) or not has_text(act):
            return None
        return (act.command, act.cwd) if act.call_flags & _LOOKS == event.VIEWER else None

    return _pairs(history, epochs.HELD, command)


def _pairs(
    history: History, standing: int, key_of: Callable[[Act], tuple[int, ...] | None]
) -> Iterator[tuple[Act, Act]]:
    for thread in history.threads:
        seen: dict[tuple[int, ...], list[Act]] = {}
        for act in thread.acts:
            key = key_of(act)
            if key is None:
                continue
            before = seen.setdefault(key, [])
            if before and act.owned:
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
        if thread.drops_all:  # what drops this one has dropped all before it
            break
    return dropped, epochs.DROPPED
