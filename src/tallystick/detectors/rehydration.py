"""After a compaction a file was read again, and the bytes were those that the compaction had dropped.

**Claims.** As for an exact re-read, but across a compaction that dropped the first result: two Read results of one
thread, same canonical path, same lines asked for, same hash, and no state change on the path between (a successful
Edit, Write or NotebookEdit on it, or any shell command whose words name it, in any thread of the session).

**Label.** `PROBABLE_WASTE`: the bytes are the same, and they had to be acquired again because of the compaction, which
may have been worth it.

**Counted.** The second result's payload, in the direct sum. Results under 100 tokens are not counted.

**Kept out.** What a compaction preserved, or a microcompact did not name: that is still there, and reading it again is
an exact re-read. Reads behind a clear, which asks for a fresh start. Images, results without text, the client's own
"file unchanged" stub, output files of background tasks.

**Does not claim** that the summary should have held it.
"""

from __future__ import annotations

from tallystick.accounting import changes, epochs, repeats
from tallystick.accounting.findings import repeat
from tallystick.accounting.marks import SURELY
from tallystick.model.finding import PROBABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

SIGNATURE = "rehydration"
LABELS = (PROBABLE,)
VERSION = 1


def detect(history: History) -> list[Finding]:
    """Return the reads that gave again what a compaction had dropped."""
    return [
        repeat(history, SIGNATURE, VERSION, PROBABLE, first=first, second=second)
        for first, second in repeats.reads(history, epochs.DROPPED)
        if changes.of(history).path_changed(second.path, first, second) != SURELY
    ]
