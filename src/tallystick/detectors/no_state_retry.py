"""A command failed, and the same command failed again in the same way, with nothing changed between.

**Claims.** Two shell commands of one thread: same text once white space outside quotes is folded and a leading
`cd DIR &&` has become the directory, same directory, both failed, and the same error once what differs from run to run
is replaced (times, durations, process ids, addresses, temporary names: `data/words/volatile.txt`). No file was written
between, by a tool or by a shell command that writes (`sed -i`, `mv`, output into a file: `data/words/writers.txt`). The
earlier run is the last one of that command: had it done otherwise in between, nothing is claimed.

**Labels.** `PROVEN_DUPLICATE` (strict) when no file was written and no command succeeded between. `PROBABLE_WASTE`
(relaxed) when no file was written, but a command succeeded, or one failed that writes where it succeeds; when
something that nobody can judge ran between (a tool of an MCP server, a child whose transcript is missing); or when an
act of another thread could overlap.

**Counted.** The second result's payload, in the direct sum.

**Kept out.** Commands that reach another machine, by any word of any segment or substitution, so that polling CI behind
`cd x &&` is none; what waits or shows something live; errors of an outage, a limit of rates or a wait that was too
short, which pass by themselves; commands that were refused or interrupted.

**Does not claim** that nothing outside changed: a service that the command needs may have been expected to come up.
"""

from __future__ import annotations

from tallystick.accounting import changes, epochs
from tallystick.accounting.acquiring import has_failed, has_text
from tallystick.accounting.findings import repeat
from tallystick.accounting.marks import NEVER, SURELY
from tallystick.model import event
from tallystick.model.finding import PROBABLE, PROVEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

SIGNATURE = "no_state_retry"
LABELS = (PROVEN, PROBABLE)
VERSION = 2

_ELSEWHERE = event.NETWORK | event.LIVE | event.BACKGROUND | event.LEAVES_RUNNING


def detect(history: History) -> list[Finding]:
    """Return the failures that repeat the last run of the same command."""
    found = []
    for thread in history.threads:
        last: dict[tuple[int, int], Act] = {}
        for act in thread.acts:
            if act.kind != event.COMMAND or act.call_flags & _ELSEWHERE or act.flags & event.DENIED:
                continue
            before = last.get((act.command, act.cwd))
            last[act.command, act.cwd] = act
            if before is None or not act.owned or not _is_alike(before, act):
                continue
            if epochs.standing(thread, before, act.turn) == epochs.APART:
                continue
            label = _label(history, before, act)
            if label:
                found.append(repeat(history, SIGNATURE, VERSION, label, first=before, second=act))
    return found


def _is_alike(first: Act, second: Act) -> bool:
    return (
        has_failed(first)
        and has_failed(second)
        and has_text(second)
        and first.error == second.error
        and not (first.flags | second.flags) & event.TRANSIENT
    )


def _label(history: History, first: Act, second: Act) -> str:
    between = changes.of(history)
    wrote = between.wrote(first, second)
    if wrote == SURELY:
        return ""
    strict = wrote == between.succeeded(first, second) == between.unjudged(first, second) == NEVER
    return PROVEN if strict else PROBABLE
