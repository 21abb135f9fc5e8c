"""A large result that many responses had to carry.

**Claims.** A result's payload times the responses that carried it came to 250,000 token-turns or more (15,000 tokens
over 17 responses do), and it is among the five of its thread with the most. Nothing is known of it but that: a result
that another signature of the direct sum claims is not named here.

**Label.** `AMPLIFICATION_RISK`: exposure is high, duplication unproven.

**Counted.** Apart, as payload and exposure; never in the direct sum.

**Kept out.** Results without text and images; copies in forks; what a compaction, a microcompact or a clear dropped
counts up to there, and on a branch that was left behind up to where it was left.

**Does not claim** that it was not needed all along.
"""

from __future__ import annotations

from tallystick.accounting.acquiring import has_text
from tallystick.accounting.exposure import carriers
from tallystick.accounting.findings import call_of, repeat
from tallystick.model.finding import AMPLIFICATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act
    from tallystick.model.finding import Finding
    from tallystick.model.history import History, Thread

SIGNATURE = "heavy_payload"
LABELS = (AMPLIFICATION,)
VERSION = 1

FLOOR = 250_000  # token-turns
MOST = 5  # of a thread


def detect(history: History) -> list[Finding]:
    """Return the results of each thread that were carried most."""
    found = []
    for thread in history.threads:
        for act in _heaviest(thread):
            finding = repeat(history, SIGNATURE, VERSION, AMPLIFICATION, first=act, second=act)
            finding.evidence = call_of(history, act), finding.evidence[1]
            found.append(finding)
    return found


def _heaviest(thread: Thread) -> list[Act]:
    weighed = []
    most = len(thread.turns)
    for act in thread.acts:
        if act.tokens * (most - act.turn - 1) >= FLOOR and act.owned and has_text(act):
            exposure = act.tokens * len(carriers(thread, act))
            if exposure >= FLOOR:
                weighed.append((-exposure, act.order, act))
    weighed.sort(key=lambda one: one[:2])
    return [act for _, _, act in weighed[:MOST]]
