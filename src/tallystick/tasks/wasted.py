"""What was wasted: brings the index up to date, lets every detector look at every session, and adds up."""

from __future__ import annotations

from tallystick import __version__
from tallystick.accounting import glances as adding
from tallystick.accounting import wasting
from tallystick.accounting.evidence import prefixes
from tallystick.accounting.exposure import NO_WINDOW
from tallystick.accounting.findings import rank
from tallystick.accounting.periods import find_zone, moment
from tallystick.detectors import DETECTORS, detect
from tallystick.host.environment import zone_name
from tallystick.model.spending import UNKNOWN
from tallystick.model.wasted import Wasted
from tallystick.store import glances, health, queries
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
    from tallystick.model.wasted import Glance
    from tallystick.store.index import Index

_DAY_MS = 86_400_000
_FOREVER = 1 << 62


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


def glance(index: Index, today_ms: int, window_ms: int) -> Glance:
    """Return the direct sum at a glance: of what happened since two moments (ms), and in all.

    The index keeps it by session until one of its transcripts changes; what the detectors find does not depend on the
    clock, and direct findings depend on no other session.
    """
    stamp = f"{__version__}:{','.join(str(one.VERSION) for one in DETECTORS)}"
    state = health.state(index)
    kept = glances.load(index, stamp)
    fresh = {
        history.session_key: adding.pack(detect(history), wasting.acquired(history))
        for history in histories(index, lambda _: NO_WINDOW, known=kept)  # exposure is no part of it
    }
    if fresh:
        glances.keep(index, stamp, fresh, state)
    found, tops = adding.add_up([*kept.values(), *fresh.values()], today_ms, window_ms)
    starts = prefixes(one.id for one in queries.transcripts(index).values()) if tops else {}
    found.tops = [(tokens, subject, f"{starts[transcript]}:{place}") for tokens, _, subject, transcript, place in tops]
    return found


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
