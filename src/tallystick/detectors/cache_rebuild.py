"""The prompt cache was lost between two responses, and what it had held was written again.

**Claims.** Of a response and the one whose context it continues, with no cut between: the later one read from the cache
at most half of what the earlier one had read and written, and wrote nine tenths or more of the missing part, at least
1,000 tokens. The tokens are those that were written again, as far as they had been in the cache.

**Label.** `AMPLIFICATION_RISK`: writing costs more than reading, and nothing was acquired twice.

**Counted.** Apart, as tokens written again; never in the direct sum, and without exposure. The gap between the two
responses is told in seconds, and a cause only where the transcript states one: another model, or the provider's own
word for it.

**Kept out.** Compactions, clears and rewinds, after which the context is another one; first responses of a thread;
responses that report no usage.

**Does not claim** why the cache was lost where nobody says so. A gap longer than the cache lives is often why.
"""

from __future__ import annotations

from tallystick.accounting import evidence
from tallystick.accounting.exposure import window_at
from tallystick.model import event
from tallystick.model.finding import AMPLIFICATION, Finding
from tallystick.model.history import NO_TURN, UNKNOWN_TIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.history import History, Thread, Turn

SIGNATURE = "cache_rebuild"
LABELS = (AMPLIFICATION,)
VERSION = 1

FLOOR = 1_000  # tokens; caches begin at about as many
_NO_BLOCK = -1


def detect(history: History) -> list[Finding]:
    """Return the responses that had to write again what had been cached."""
    found = []
    for thread in history.threads:
        for turn in thread.turns:
            if turn.owned and turn.prev != NO_TURN and not turn.cuts:
                before = thread.turns[turn.prev]
                tokens = _rewritten(before, turn)
                if tokens >= FLOOR:
                    found.append(_finding(history, thread, before, turn, tokens))
    return found


def _rewritten(before: Turn, turn: Turn) -> int:
    """Return the tokens that had been cached and were written again, 0 where the cache did not collapse."""
    cached = before.read + before.written
    lost = cached - turn.read
    if 2 * turn.read > cached or 10 * turn.written < 9 * lost:
        return 0
    return min(turn.written, lost)


def _finding(history: History, thread: Thread, before: Turn, turn: Turn, tokens: int) -> Finding:
    return Finding(
        signature=SIGNATURE,
        label=AMPLIFICATION,
        version=VERSION,
        session=history.session,
        project=history.names.get(history.project),
        transcript=thread.id,
        evidence=tuple(evidence.name(thread.prefix, one.line, one.part) for one in (before, turn)),
        place=(thread.file, turn.line, turn.part, _NO_BLOCK),
        hash=None,
        payload_tokens=tokens,
        exposures=(),
        window=window_at(turn.t, history.window_of),
        t=turn.t,
        path=None,
        subject=history.names.get(turn.model, ""),
        note=", ".join(part for part in (_gap(before, turn), _cause(before, turn)) if part),
    )


def _gap(before: Turn, turn: Turn) -> str:
    if UNKNOWN_TIME in (before.t, turn.t):
        return ""
    return f"after {max(turn.t - before.t, 0) // 1000} s"


def _cause(before: Turn, turn: Turn) -> str:
    if turn.miss:
        return f"stated: {event.CACHE_MISSES[turn.miss].replace('_', ' ')}"
    return "another model" if before.model != turn.model else ""
