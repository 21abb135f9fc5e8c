"""A command that only shows was run again, printed the same bytes, and the first copy was still in the context.

**Claims.** Two shell commands of one thread: every program in them a viewer by the shipped word list, same text once
white space outside quotes is folded and a leading `cd DIR &&` has become the directory, same directory, same hash of
what they printed, no compaction between that dropped the first, and nothing mutating between: no file written, and no
command run that is not a viewer, in the session's main thread or any of its children. The earlier run is the last one
of that command.

**Labels.** `PROVEN_DUPLICATE` when only viewers ran between. `PROBABLE_WASTE` when something that nobody can judge ran
between (a tool of an MCP server, a child whose transcript is missing, a command in the background), or when an act of
another thread could overlap.

**Counted.** The second result's payload, in the direct sum, however short.

**Kept out.** Whatever changes while nothing is done: programs that show processes, clocks or waiting (`ps`, `date`,
`sleep 5; tail log`), and programs that reach another machine; a viewer that names what a command in the background
also names, such as its log; results without text; failures, which are another signature.

**Does not claim** that nothing changed: another program may have changed what was looked at, and changed it back.
"""

from __future__ import annotations

from tallystick.accounting import changes, repeats
from tallystick.accounting.findings import repeat
from tallystick.accounting.marks import NEVER, SURELY
from tallystick.model.finding import PROBABLE, PROVEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

SIGNATURE = "duplicate_inspection"
LABELS = (PROVEN, PROBABLE)
VERSION = 1


def detect(history: History) -> list[Finding]:
    """Return the viewer commands that showed again what was still in the context."""
    found = []
    for first, second in repeats.looks(history):
        mutated = changes.of(history).mutated(first, second)
        if mutated == SURELY or changes.of(history).is_watched(second):
            continue
        label = PROVEN if mutated == NEVER else PROBABLE
        found.append(repeat(history, SIGNATURE, VERSION, label, first=first, second=second))
    return found
