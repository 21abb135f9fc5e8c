"""A file was read again, the same bytes arrived, and the first copy was still in the context.

**Claims.** Two Read results of one thread: same canonical path, same lines asked for, same hash of the result's text,
no compaction between that dropped the first, and no state change on the path between. A state change is a successful
Edit, Write or NotebookEdit on the path, or any shell command whose words name it, in the session's main thread or any
of its children. The earlier read is the last one of those lines: where one in between gave other bytes, nothing is
claimed.

**Labels.** `PROVEN_DUPLICATE` when only viewers ran between (cat, grep, git status and the like). `PROBABLE_WASTE` when
other commands ran, none naming the path; when something that nobody can judge ran (a tool of an MCP server, a child
whose transcript is missing, a command in the background); or when an act of another thread could overlap.

**Counted.** The second result's payload, in the direct sum. Results under 100 tokens are not counted.

**Kept out.** Images and results without text, whose hashes are alike whatever the picture; the client's own "file
unchanged" stub; output files of background tasks, which are polled; reads after an edit, which verify it; other lines
of the same file; copies in a fork; a read on a branch that was left behind.

**Does not claim** that the session should not have read again: a result far up in a long context is hard to see.
"""

from __future__ import annotations

from tallystick.accounting import changes, epochs, repeats
from tallystick.accounting.findings import repeat
from tallystick.accounting.marks import NEVER, SURELY
from tallystick.model.finding import PROBABLE, PROVEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

SIGNATURE = "exact_reread"
LABELS = (PROVEN, PROBABLE)
VERSION = 1


def detect(history: History) -> list[Finding]:
    """Return the reads that gave again what was still in the context."""
    found = []
    for first, second in repeats.reads(history, epochs.HELD):
        changed = changes.of(history).path_changed(second.path, first, second)
        if changed == SURELY:
            continue
        sure = changed == NEVER and changes.of(history).others_ran(first, second) == NEVER
        label = PROVEN if sure else PROBABLE
        found.append(repeat(history, SIGNATURE, VERSION, label, first=first, second=second))
    return found
