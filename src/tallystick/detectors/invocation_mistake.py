"""A tool failed because of how it was called: a path, a flag, a subcommand or a program that is not there.

**Claims.** A call failed, the start of its error says that a path was not found, a flag or subcommand is unknown, or a
command was not found, and no state had been changed before: no file written, and no command but viewers succeeded, in
the session's main thread or any of its children.

**Label.** `UNKNOWN`: looking what is there by trying is how an environment is discovered.

**Counted.** By number only. Its payload is in no sum.

**Kept out.** Refusals and denials, by a person or by a hook, of our own too; interruptions; outages; tests and builds
that ran and failed; anything after the first change of state.

**Does not claim** that the mistake could have been avoided, nor whose it was.
"""

from __future__ import annotations

from tallystick.accounting import changes
from tallystick.accounting.acquiring import has_failed, has_text
from tallystick.accounting.findings import call_of, repeat
from tallystick.accounting.marks import SURELY
from tallystick.model import event
from tallystick.model.finding import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

SIGNATURE = "invocation_mistake"
LABELS = (UNKNOWN,)
VERSION = 1

_KINDS = (
    (event.NO_SUCH_PATH, "path not found"),
    (event.UNKNOWN_FLAG, "unknown flag or subcommand"),
    (event.NO_SUCH_COMMAND, "command not found"),
)
_USAGE = 2  # the least exit code by which a program says that it was called wrongly; 1 is a test that failed
_PANICKED = 101  # a test of Rust's that failed
_PASSED_ON = "make"  # says 2 whatever it was that failed


def detect(history: History) -> list[Finding]:
    """Return the calls that failed by how they were made, before anything was changed."""
    found = []
    for thread in history.threads:
        for act in thread.acts:
            kind = _mistake(history, act)
            if kind and changes.of(history).changed_before(act) != SURELY:
                finding = repeat(history, SIGNATURE, VERSION, UNKNOWN, first=act, second=act)
                finding.evidence = call_of(history, act), finding.evidence[1]
                finding.note = kind
                found.append(finding)
    return found


def _mistake(history: History, act: Act) -> str:
    """Return what an act's error says of how it was called, empty where it says nothing of that."""
    if not act.owned or not has_failed(act) or not has_text(act) or act.flags & event.TRANSIENT:
        return ""
    if act.kind == event.COMMAND and act.call_flags & event.TEST and _ran(history, act):
        return ""
    return next((name for flag, name in _KINDS if act.flags & flag), "")


def _ran(history: History, act: Act) -> bool:
    """Say whether a test or build that failed ran, as far as its exit code tells."""
    if act.exit_code < _USAGE or act.exit_code == _PANICKED:
        return True
    return act.exit_code == _USAGE and history.names.get(act.program, "").startswith(_PASSED_ON)
