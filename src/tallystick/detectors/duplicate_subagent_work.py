"""Children of one parent acquired the same bytes, each for itself.

**Claims.** Two or more children that one parent spawned hold the same Read result (same canonical path, same hash) or
the same result of a command (same command, same hash). Of k children that hold it, k-1 are redundant: all but the one
that had it first. A child counts once for each thing; what it acquires twice itself is another signature. Children are
linked to their parent by the file that names their call, by the result that names them, or by their prompt to the
letter; one that cannot be linked is left out.

**Label.** `PROBABLE_WASTE`: the same bytes entered several contexts, and a shared brief could have carried them once.

**Counted.** The payload of each redundant result, in the direct sum. Results under 100 tokens are not counted.

**Kept out.** Images, results without text, failures, commands that show something live; paths that differ, as in
worktrees of their own.

**Does not claim** that the children could have done without. Children that started together did not see each other,
and each needed the bytes; it may be the price of working side by side.
"""

from __future__ import annotations

from tallystick.accounting.acquiring import has_succeeded, has_text, is_read
from tallystick.accounting.findings import repeat
from tallystick.model import event
from tallystick.model.finding import PROBABLE
from tallystick.model.history import NO_TURN, UNKNOWN_TIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

    # Parent thread, what kind of thing, path or command, hash.
    Key = tuple[int, int, int, bytes]

SIGNATURE = "duplicate_subagent_work"
LABELS = (PROBABLE,)
VERSION = 1

FLOOR = 100  # payload tokens, as for re-reads
_LAST = 1 << 62


def detect(history: History) -> list[Finding]:
    """Return what children of one parent acquired after one of them had it."""
    held: dict[Key, dict[int, Act]] = {}
    for thread in history.threads:
        if thread.is_child and thread.parent != NO_TURN:
            for act in thread.acts:
                thing = _thing(act)
                if thing is not None:
                    held.setdefault((thread.parent, *thing), {}).setdefault(thread.number, act)
    found = []
    for acts in held.values():
        if len(acts) > 1:
            first, *others = sorted(acts.values(), key=lambda act: _when(history, act))
            found += [
                repeat(history, SIGNATURE, VERSION, PROBABLE, first=first, second=act) for act in others if act.owned
            ]
    return found


def _thing(act: Act) -> tuple[int, int, bytes] | None:
    """Return what an act acquired, None where it does not count."""
    if act.tokens < FLOOR or not has_text(act) or not has_succeeded(act):
        return None
    if is_read(act):
        return act.kind, act.path, act.payload
    if act.kind == event.COMMAND and not act.call_flags & event.LIVE:
        return act.kind, act.command, act.payload
    return None


def _when(history: History, act: Act) -> tuple[int, str, int]:
    """Order by time; what has none comes last, and equal times go by the transcripts' ids."""
    return (_LAST if act.t == UNKNOWN_TIME else act.t), history.threads[act.thread].id, act.order
