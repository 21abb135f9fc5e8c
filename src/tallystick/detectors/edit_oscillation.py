"""An edit was taken back to the letter, or a file went from one content to another and back.

**Claims.** Within one thread and on one path: an Edit that puts back what an earlier one replaced and replaces what it
put (same texts, exchanged); or a Write whose whole content is that of an earlier Write, with another content in
between. Both succeeded.

**Label.** `PROBABLE_WASTE`.

**Counted.** By number only: each return counts once. Its payload is in no sum.

**Kept out.** Edits that failed; an edit of a text into itself; a Write of what stands there already; cells of
notebooks, where one path holds many contents; the same texts on another path.

**Does not claim** that trying was wrong: what was tried and taken back may have taught something.
"""

from __future__ import annotations

from tallystick.accounting.acquiring import has_succeeded
from tallystick.accounting.findings import repeat
from tallystick.model import event
from tallystick.model.finding import PROBABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.model.act import Act
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

SIGNATURE = "edit_oscillation"
LABELS = (PROBABLE,)
VERSION = 1

_CELLS = "NotebookEdit"


def detect(history: History) -> list[Finding]:
    """Return the edits and writes that return to what was there."""
    found = []
    for thread in history.threads:
        written: dict[int, list[Act]] = {}
        for act in thread.acts:
            if act.kind != event.WRITE or not has_succeeded(act) or history.names.get(act.tool) == _CELLS:
                continue
            before = written.setdefault(act.path, [])
            origin = _origin(before, act) if act.owned else None
            if origin is not None:
                finding = repeat(history, SIGNATURE, VERSION, PROBABLE, first=origin, second=act)
                finding.hash = f"{act.after:016x}"
                found.append(finding)
            before.append(act)
    return found


def _origin(before: Sequence[Act], act: Act) -> Act | None:
    """Return the last earlier act on the path that this one takes back, or returns to."""
    between = False
    for earlier in reversed(before):
        whole = earlier.call_flags & event.WHOLE_FILE
        if not act.call_flags & event.WHOLE_FILE:
            if not whole and _changes(act) and (earlier.before, earlier.after) == (act.after, act.before):
                return earlier
        elif whole and earlier.after == act.after:
            return earlier if between else None
        else:
            between = between or bool(whole) or _changes(earlier)
    return None


def _changes(act: Act) -> bool:
    """Say whether an edit's two texts are known and differ."""
    return act.before not in (act.after, 0) and act.after != 0
