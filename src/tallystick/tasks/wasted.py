"""What was wasted: brings the index up to date, lets every detector look at every session, and adds up."""

from __future__ import annotations

import marshal

from tallystick import __version__
from tallystick.accounting import wasting
from tallystick.accounting.exposure import NO_WINDOW
from tallystick.accounting.findings import rank
from tallystick.accounting.periods import find_zone, moment
from tallystick.detectors import DETECTORS, detect
from tallystick.host.environment import zone_name
from tallystick.model.finding import DIRECT
from tallystick.model.spending import UNKNOWN
from tallystick.model.wasted import Glance, Wasted
from tallystick.store import health, queries
from tallystick.store.histories import histories
from tallystick.store.index import open_index
from tallystick.tasks import settings, windows
from tallystick.tasks.refresh import refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.accounting.windows import Windows
    from tallystick.host.environment import Surroundings
    from tallystick.model.finding import Finding
    from tallystick.store.index import Index

_KEPT = "wasted"
_DAY_MS = 86_400_000
_FOREVER = 1 << 62
_TOPS = 3


def waste(
    place: Surroundings,
    by: str = wasting.BY_SIGNATURE,
    since_ms: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Wasted:
    """Return what was found since a moment (ms), or in all, after a sync."""
    searched = refresh(place, progress).searched
    zone = find_zone(None)
    answer = Wasted(by, timezone=zone.name or zone_name(place.environ), searched=searched)
    index = open_index(place.root)
    if index is None:
        return answer
    with index:
        official = windows.load(place.root, index, settings.load(place.root, index))
        answer.findings, answer.acquired = look(index, official, since_ms)
        answer.files = queries.coverage(index).files
        answer.sessions = health.sessions(index)

    def window_name(start: int) -> str:
        if start == NO_WINDOW:
            return UNKNOWN
        kind = "" if official.at(start // 1000).is_official else " (grid)"
        return moment(start // 1000, zone, offset=True) + kind

    answer.by_signature = wasting.by_signature(answer.findings)
    answer.direct = wasting.direct(answer.findings)
    answer.rows = wasting.rows(answer.findings, by, window_name)
    return answer


def glance(index: Index, official: Windows, today_ms: int, window_ms: int) -> Glance:
    """Return the direct sum at a glance: of what happened since two moments (ms), and in all.

    The index keeps it until a transcript changes; what the detectors find does not depend on the clock.
    """
    stamp = f"{__version__}:{','.join(str(one.VERSION) for one in DETECTORS)}:{health.state(index)}"
    kept = index.cache(_KEPT, stamp)
    if kept is None:
        findings, acquired = look(index, official)
        found = [one for one in findings if one.signature in DIRECT]
        largest = sorted(found, key=lambda one: (-one.payload_tokens, one.t, one.evidence))[:_TOPS]
        direct = [(one.t, one.payload_tokens) for one in found]
        tops = [(one.payload_tokens, one.subject, one.evidence[-1]) for one in largest]
        kept = marshal.dumps((direct, acquired, tops))
        index.keep(_KEPT, stamp, kept)
    direct, acquired, tops = marshal.loads(kept)  # noqa: S302 - from our own index
    return Glance(
        today=sum(tokens for t, tokens in direct if t >= today_ms),
        window=sum(tokens for t, tokens in direct if t >= window_ms),
        tokens=sum(tokens for _, tokens in direct),
        findings=len(direct),
        acquired=acquired,
        tops=tops,
    )


def look(index: Index, official: Windows, since_ms: int | None = None) -> tuple[list[Finding], int]:
    """Return every finding since a moment (ms), ordered, and the payload tokens acquired in the same time."""
    known: dict[int, int] = {}

    def window_of(ms: int) -> int:
        minute = ms // 60_000  # windows begin on whole minutes
        if minute not in known:
            known[minute] = official.at(ms // 1000).start * 1000
        return known[minute]

    # a session that opens now may repeat what another one opened with a day ago
    around = None if since_ms is None else (since_ms - _DAY_MS, _FOREVER)
    found: list[Finding] = []
    acquired = 0
    for history in histories(index, window_of, around):
        found += [one for one in detect(history) if wasting.is_since(one.t, since_ms)]
        acquired += wasting.acquired(history, since_ms)
    return sorted(found, key=rank), acquired
