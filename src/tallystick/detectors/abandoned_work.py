"""A session edited a file, and by its end the edits had come to nothing.

**Claims.** Two or more successful edits of one path in a session net to nothing by its end, and the session reached no
higher rung after the first of them than before it. They net to nothing where every text that an Edit took away another
one put back, as often; or where one thread read the whole file before its first edit and after its last one, and the
bytes are the same.

**Label.** `PROBABLE_WASTE`.

**Counted.** By number only: once for each path. Its payload is in no sum.

**Kept out.** Edits that failed; sessions that got a test to pass, made a commit or reached CI after the first edit,
and had not before; cells of notebooks; files whose content before the first edit nobody saw.

**Does not claim** that the work was useless: it may have shown that the change was not needed. A session that goes on
may yet make something of it; then the finding goes.
"""

from __future__ import annotations

from collections import Counter

from tallystick.accounting import changes, rungs
from tallystick.accounting.acquiring import has_succeeded, is_read, line_range
from tallystick.accounting.findings import repeat
from tallystick.accounting.marks import SURELY
from tallystick.model import event
from tallystick.model.finding import PROBABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

SIGNATURE = "abandoned_work"
LABELS = (PROBABLE,)
VERSION = 1

_CELLS = "NotebookEdit"
_WHOLE = (1, -1)


def detect(history: History) -> list[Finding]:
    """Return the paths whose edits came to nothing."""
    edited: dict[int, list[Act]] = {}
    for thread in history.threads:
        for act in thread.acts:
            if act.kind == event.WRITE and has_succeeded(act):
                edited.setdefault(act.path, []).append(act)
    found = []
    for acts in edited.values():
        if len(acts) > 1 and not any(history.names.get(act.tool) == _CELLS for act in acts):
            acts.sort(key=lambda act: (act.t, act.thread, act.order))
            if acts[-1].owned and _comes_to_nothing(history, acts) and not _gained(history, acts[0]):
                finding = repeat(history, SIGNATURE, VERSION, PROBABLE, first=acts[0], second=acts[-1])
                finding.hash = None
                finding.note = f"{len(acts)} edits"
                found.append(finding)
    return found


def _comes_to_nothing(history: History, acts: list[Act]) -> bool:
    return _is_balanced(acts) or _reads_the_same(history, acts)


def _is_balanced(acts: list[Act]) -> bool:
    """Say whether every text that was taken away was put back, as often."""
    balance: Counter[int] = Counter()
    for act in acts:
        if act.before == act.after or not act.before or not act.after:
            return False
        balance[act.before] -= 1
        balance[act.after] += 1
    return not any(balance.values())


def _reads_the_same(history: History, acts: list[Act]) -> bool:
    """Say whether one thread, which made all the edits, read the whole file alike before and after them."""
    first, last = acts[0], acts[-1]
    if any(act.thread != first.thread for act in acts):
        return False
    reads = [
        act
        for act in history.threads[first.thread].acts
        if act.path == first.path and is_read(act) and line_range(act) == _WHOLE
    ]
    before = [act for act in reads if act.order < first.order]
    after = [act for act in reads if act.order > last.order]
    if not before or not after or before[-1].payload != after[-1].payload:
        return False
    return changes.of(history).path_changed(first.path, before[-1], first) != SURELY


def _gained(history: History, first: Act) -> bool:
    """Say whether a rung was reached after an edit that is higher than any before; a fork copies edits and rungs alike.

    Writing itself is no gain here, and neither is saying that it is done.
    """
    best = {False: rungs.FILES, True: rungs.NONE}
    for thread in history.threads:
        for step in rungs.steps(thread, history.names, with_copies=True):
            later = step.line > first.line if thread.number == first.thread else step.t > first.t
            best[later] = max(best[later], step.rung)
    return best[True] > best[False]
