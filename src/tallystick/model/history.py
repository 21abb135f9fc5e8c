"""A session's history as a detector may look at it: threads of turns and acts, in the order of their lines.

Everything comes from the index; no record here holds text beyond paths and names of programs. Keys and hashes are those
of `model.event`. Lines and parts are those of evidence: physical line, nth object on it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tallystick.model.act import Act

    # From an epoch millisecond to the start (ms) of the window that holds it.
    WindowOf = Callable[[int], int]

# What a cut is: a compaction, one that names what it drops, a clear.
COMPACTION, MICRO, CLEARED = range(3)

UNKNOWN_TIME = -1
NO_TURN = -1


class Turn:
    """A response of the thread.

    `prev` is the place of the turn whose context it continues (NO_TURN: it starts from nothing), `cuts` are the places
    of the cuts between the two. `t` is the earliest time of the response over all files (ms). `model` and the counts
    are those of the index's folded response: 0 where it reported none. `miss` is why its cache was missed, where one
    of its lines says so (a place in `event.CACHE_MISSES`).
    """

    __slots__ = ("cuts", "fresh", "key", "line", "miss", "model", "owned", "part", "prev", "read", "t", "written")

    def __init__(
        self,
        key: int,
        line: int,
        part: int,
        *,
        t: int,
        prev: int,
        cuts: tuple[int, ...],
        owned: bool,
        model: int = 0,
        fresh: int = 0,
        read: int = 0,
        written: int = 0,
        miss: int = 0,
    ) -> None:
        self.key = key
        self.miss = miss
        self.line = line
        self.part = part
        self.t = t
        self.prev = prev
        self.cuts = cuts
        self.owned = owned
        self.model = model
        self.fresh = fresh
        self.read = read
        self.written = written


class Cut:
    """Where the context was cut: `dropped` are calls that a MICRO cut names, `preserved` the uuids of lines kept."""

    __slots__ = ("dropped", "kind", "line", "part", "preserved", "t")

    def __init__(
        self, kind: int, line: int, part: int, t: int, dropped: frozenset[int], preserved: frozenset[int]
    ) -> None:
        self.kind = kind
        self.line = line
        self.part = part
        self.t = t
        self.dropped = dropped
        self.preserved = preserved


class Moment:
    """A line that a rung or a receipt may rest on: its kind and flags (`model.event`), its time (ms)."""

    __slots__ = ("flags", "kind", "line", "part", "t")

    def __init__(self, kind: int, flags: int, line: int, part: int, t: int) -> None:
        self.kind = kind
        self.flags = flags
        self.line = line
        self.part = part
        self.t = t


class Thread:
    """One transcript: `number` is its place among the history's threads, `prefix` the shortest start of its id (of 8
    characters or more) that no other transcript of the index shares, `parent` the place of the thread that spawned it
    (NO_TURN: main, or unlinked), `spawned_by` the key of the call that did.

    `is_linear` says that every turn continues the one before it; `cut_turns` are the places of turns that follow a cut;
    `drops_all` says that each cut drops everything before it.
    `claims` are responses of its own that say they are done.
    """

    __slots__ = (
        "acts",
        "claims",
        "cut_turns",
        "cuts",
        "drops_all",
        "file",
        "first_t",
        "id",
        "is_child",
        "is_linear",
        "number",
        "parent",
        "prefix",
        "spawned_by",
        "turns",
    )

    def __init__(
        self,
        number: int,
        file: int,
        id: str,  # noqa: A002 - the glossary's word
        prefix: str,
        *,
        is_child: bool,
        parent: int,
        spawned_by: int,
        first_t: int,
        turns: tuple[Turn, ...],
        cuts: tuple[Cut, ...],
        acts: tuple[Act, ...],
        claims: tuple[Moment, ...],
    ) -> None:
        self.number = number
        self.file = file
        self.id = id
        self.prefix = prefix
        self.is_child = is_child
        self.parent = parent
        self.spawned_by = spawned_by
        self.first_t = first_t
        self.turns = turns
        self.cuts = cuts
        self.acts = acts
        self.claims = claims
        self.is_linear = all(turn.prev == place - 1 for place, turn in enumerate(turns))
        self.drops_all = self.is_linear and not any(cut.preserved or cut.dropped for cut in cuts)
        self.cut_turns = tuple(place for place, turn in enumerate(turns) if turn.cuts)


class Opening:
    """What a session's main thread acquired first: by (path, payload hash), the act and its evidence."""

    __slots__ = ("prefix", "project", "session", "t", "taken")

    def __init__(self, session: str, project: int, prefix: str, t: int, taken: dict[tuple[int, bytes], Act]) -> None:
        self.session = session
        self.project = project
        self.prefix = prefix
        self.t = t
        self.taken = taken


class History:
    """One session: its main thread first, its children after it by the times of their first lines.

    `earlier` are the openings of the project's sessions that began before this one. `names` gives the texts of keys
    (paths, programs, tools, models). `memo` is room for what accounting works out once for all detectors.
    """

    __slots__ = (
        "earlier",
        "first_t",
        "is_fork",
        "memo",
        "names",
        "project",
        "session",
        "session_key",
        "threads",
        "window_of",
    )

    def __init__(
        self,
        session_key: int,
        session: str,
        *,
        project: int,
        is_fork: bool,
        first_t: int,
        threads: tuple[Thread, ...],
        earlier: tuple[Opening, ...],
        names: Mapping[int, str],
        window_of: WindowOf,
    ) -> None:
        self.session_key = session_key
        self.session = session
        self.project = project
        self.is_fork = is_fork
        self.first_t = first_t
        self.threads = threads
        self.earlier = earlier
        self.names = names
        self.window_of = window_of
        self.memo: object = None
