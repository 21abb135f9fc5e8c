"""A new session of a project opened by reading what an earlier one had opened with.

**Claims.** Among the first ten results with text of a session's main thread are three or more files, at least 1,000
tokens together, that an earlier session of the same project also had among its first ten: same canonical path, same
hash, within 24 hours. Of several earlier sessions the one that shares most is named.

**Label.** `PROBABLE_WASTE`: what every session reads first, a shorter note could tell it.

**Counted.** Apart, as the payload of the shared results; never in the direct sum.

**Kept out.** Results under 100 tokens, images and results without text; forks, which carry their context over;
children, whose sameness is another signature; worktrees, which are other paths.

**Does not claim** that a session should not start afresh: that may be what was wanted.
"""

from __future__ import annotations

from tallystick.accounting import openings
from tallystick.accounting.findings import repeat
from tallystick.model.finding import PROBABLE
from tallystick.model.history import UNKNOWN_TIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act
    from tallystick.model.finding import Finding
    from tallystick.model.history import History, Opening

    # The earlier act and the later one, for each thing that both openings hold.
    Shared = list[tuple[Act, Act]]

SIGNATURE = "cold_start"
LABELS = (PROBABLE,)
VERSION = 1

FILES = 3
TOKENS = 1_000


def detect(history: History) -> list[Finding]:
    """Return what a session opened with that an earlier one had opened with."""
    if history.is_fork or not history.earlier:
        return []
    own = openings.opening(history)
    found: list[tuple[int, int, str, Opening, Shared]] = []
    for earlier in history.earlier:
        shared = _shared(earlier, own)
        tokens = sum(act.tokens for _, act in shared)
        if len(shared) >= FILES and tokens >= TOKENS:
            found.append((tokens, earlier.t, earlier.session, earlier, shared))
    if not found:
        return []
    *_, earlier, shared = max(found, key=lambda one: one[:3])
    return [_finding(history, earlier, shared)]


def _shared(earlier: Opening, own: Opening) -> Shared:
    return [
        (earlier.taken[key], act)
        for key, act in own.taken.items()
        if act.owned and key in earlier.taken and _is_near(earlier.taken[key], act)
    ]


def _is_near(first: Act, second: Act) -> bool:
    return UNKNOWN_TIME not in (first.t, second.t) and 0 <= second.t - first.t <= openings.REACH


def _finding(history: History, earlier: Opening, shared: Shared) -> Finding:
    """Return one finding of all that is shared, with the evidence of the first."""
    parts = [
        repeat(history, SIGNATURE, VERSION, PROBABLE, first=first, second=second, prefix=earlier.prefix)
        for first, second in shared
    ]
    whole = parts[0]
    exposures: dict[int, int] = {}
    for part in parts:
        for window, amount in part.exposures:
            exposures[window] = exposures.get(window, 0) + amount
    whole.exposures = tuple(sorted(exposures.items()))
    whole.payload_tokens = sum(part.payload_tokens for part in parts)
    whole.note = f"{len(parts)} files"
    return whole
