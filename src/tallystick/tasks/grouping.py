"""How `tally spent --by ...` groups: what it asks the index to keep apart, the key of a row, the name of a group."""

from __future__ import annotations

from tallystick.accounting.periods import PERIODS, WINDOWS, Calendar, moment
from tallystick.errors import UsageError
from tallystick.model.spending import UNKNOWN
from tallystick.store import queries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tallystick.accounting.periods import Zone
    from tallystick.accounting.spending import Pair
    from tallystick.accounting.windows import Windows
    from tallystick.model.answers import SessionRow, TranscriptRow
    from tallystick.model.usage import UsageRow
    from tallystick.store.index import Index

    Key = int | str
    # key for machines, label and more for people, place in the order
    Naming = tuple[str, str, str, tuple[object, ...]]

CHOICES = (*PERIODS[:3], "session", "transcript", "window", "project", "model", "branch", "agent")
COLUMNS = {"session": "session", "project": "session", "agent": "session", "transcript": "file", "branch": "branch"}
_LAST = 1 << 62


class Grouping:
    """One way to group; `calendar` is None where the groups are no periods."""

    __slots__ = ("_sessions", "by", "calendar", "zone")

    def __init__(self, by: str, zone: Zone, windows: Windows | None = None) -> None:
        self.by = by
        self.zone = zone
        self.calendar = Calendar(by, zone, windows) if by in PERIODS else None
        self._sessions: Mapping[int, SessionRow] = {}

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the index must keep apart."""
        return (COLUMNS[self.by],) if self.by in COLUMNS else ()

    def keys(self, index: Index | None) -> Callable[[UsageRow], Key]:
        """Return the function from a row to its group; without an index only times and models are known.

        A row's `q` must be the number of its period by then, where the groups are periods.
        """
        if self.calendar is not None:
            return lambda row: row.q
        if self.by == "model":
            return lambda row: row.model
        if index is None:
            raise UsageError(f"--no-index cannot tell by {self.by}: choose day, week, month, window or model")
        if self.by in {"session", "project", "agent"}:
            self._sessions = queries.sessions(index)
        if self.by in {"project", "agent"}:
            texts = {key: getattr(row, self.by) or UNKNOWN for key, row in self._sessions.items()}
            return lambda row: texts.get(row.session, UNKNOWN)
        if self.by == "transcript":
            return lambda row: row.file
        return (lambda row: row.session) if self.by == "session" else (lambda row: row.branch)

    def name(self, index: Index | None, groups: Mapping[Key, Pair], names: Mapping[int, str]) -> dict[Key, Naming]:
        """Return how each group is called, and where it stands: periods and sessions by time, others by cost."""
        calendar = self.calendar
        if calendar is not None:
            return {key: _name_period(calendar, self.by, int(key)) for key in groups}
        if self.by == "session":
            return _name_sessions(self._sessions, groups, self.zone)
        if self.by == "transcript" and index is not None:
            return _name_transcripts(queries.transcripts(index), queries.sessions(index), groups)
        if self.by == "branch" and index is not None:
            names = queries.names_of(index, {int(key) for key in groups})
        texts = {key: key if isinstance(key, str) else names.get(key) or UNKNOWN for key in groups}
        return {key: (text, text, "", _rank(groups[key], text)) for key, text in texts.items()}


def _name_period(calendar: Calendar, by: str, period: int) -> Naming:
    key = calendar.key(period)
    order = (period if key != UNKNOWN else _LAST,)
    is_official = by == WINDOWS and key != UNKNOWN and calendar.windows.at(period).is_official
    return key, key[:16].replace("T", " "), "official" if is_official else "", order


def _rank(pair: Pair, text: str) -> tuple[object, ...]:
    figures = pair.all()
    return (-(figures.known_cost or 0), -figures.responses, text)


def _name_sessions(sessions: Mapping[int, SessionRow], groups: Iterable[Key], zone: Zone) -> dict[Key, Naming]:
    known = {key: sessions[int(key)] for key in groups if key in sessions}
    short = shorten_ids([row.id for row in known.values()])
    found: dict[Key, Naming] = {}
    for key in groups:
        row = known.get(key)
        if row is None:
            found[key] = (UNKNOWN, UNKNOWN, "", (_LAST,))
            continue
        since = moment(row.first_ms // 1000, zone) if row.first_ms is not None else ""
        about = "  ".join(part for part in (since, row.project or "") if part)
        found[key] = (row.id, short[row.id], about, (_LAST if row.first_ms is None else row.first_ms, row.id))
    return found


def _name_transcripts(
    transcripts: Mapping[int, TranscriptRow], sessions: Mapping[int, SessionRow], groups: Iterable[Key]
) -> dict[Key, Naming]:
    known = {key: transcripts[int(key)] for key in groups if key in transcripts}
    short = shorten_ids([row.id for row in known.values()])
    found: dict[Key, Naming] = {}
    for key in groups:
        row = known.get(key)
        if row is None:
            found[key] = (UNKNOWN, UNKNOWN, "", (_LAST,))
            continue
        session = sessions.get(row.session)
        since = session.first_ms if session and session.first_ms is not None else _LAST
        about = f"child of {session.id[:8]}" if row.is_subagent and session else ""
        found[key] = (row.id, short[row.id], about, (since, row.session, row.is_subagent, row.path))
    return found


def shorten_ids(ids: Iterable[str]) -> dict[str, str]:
    """Return each id with as few of its first characters as tell it from the others, eight at least."""
    ordered = sorted(set(ids))
    found = {}
    for place, one in enumerate(ordered):
        near = ordered[max(place - 1, 0) : place] + ordered[place + 1 : place + 2]
        length = 8
        while length < len(one) and any(other.startswith(one[:length]) for other in near):
            length += 1
        found[one] = one[:length]
    return found
