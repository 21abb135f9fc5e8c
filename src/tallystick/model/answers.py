"""Records the index answers questions with."""

from __future__ import annotations


class SessionRow:
    """A session: `id` is its text, `project` the directory its main transcript started in, times in ms; None: unknown.

    `parent` is the key of the session it was forked from, 0 for none; `file` its main transcript, 0 if only copies
    name it.
    """

    __slots__ = ("agent", "file", "first_ms", "id", "key", "last_ms", "parent", "project")

    def __init__(
        self,
        key: int,
        id: str,  # noqa: A002 - the glossary's word
        project: str | None,
        agent: str | None,
        first_ms: int | None,
        last_ms: int | None,
        file: int,
        parent: int,
    ) -> None:
        self.key = key
        self.id = id
        self.project = project
        self.agent = agent
        self.first_ms = first_ms
        self.last_ms = last_ms
        self.file = file
        self.parent = parent


class TranscriptRow:
    """A transcript file; `state` 0 present, 1 gone, 2 unreadable; `spawned_by` is the key of the call, 0 for none."""

    __slots__ = ("agent", "file", "id", "is_subagent", "lines", "path", "session", "size", "spawned_by", "state")

    def __init__(
        self,
        file: int,
        id: str,  # noqa: A002 - the glossary's word
        path: str,
        session: int,
        is_subagent: int,
        state: int,
        lines: int,
        size: int,
        spawned_by: int,
        agent: str | None,
    ) -> None:
        self.file = file
        self.id = id
        self.path = path
        self.session = session
        self.is_subagent = bool(is_subagent)
        self.state = state
        self.lines = lines
        self.size = size
        self.spawned_by = spawned_by
        self.agent = agent


class StatedUsage:
    """Usage a client's running totals state of a session and model (tokens); dollars are the client's own floats."""

    __slots__ = (
        "cost_usd",
        "input",
        "model",
        "output",
        "read",
        "searches",
        "session",
        "total_usd",
        "write_1h",
        "write_5m",
        "write_unknown",
    )

    def __init__(
        self,
        session: int,
        model: int,
        input: int,  # noqa: A002 - the field's own name
        write_5m: int,
        write_1h: int,
        write_unknown: int,
        read: int,
        output: int,
        searches: int,
        cost_usd: float | None,
        total_usd: float | None,
    ) -> None:
        self.session = session
        self.model = model
        self.input = input
        self.write_5m = write_5m
        self.write_1h = write_1h
        self.write_unknown = write_unknown
        self.read = read
        self.output = output
        self.searches = searches
        self.cost_usd = cost_usd
        self.total_usd = total_usd


class RejectionRow:
    """Input that was refused: file, physical line, byte offset of the line, reason."""

    __slots__ = ("line", "offset", "path", "reason")

    def __init__(self, path: str, line: int, offset: int, reason: str) -> None:
        self.path = path
        self.line = line
        self.offset = offset
        self.reason = reason


class Coverage:
    """What the index covers: first and last time (ms), files known, gone and unreadable."""

    __slots__ = ("files", "first_ms", "gone", "last_ms", "unreadable")

    def __init__(self, first_ms: int | None, last_ms: int | None, files: int, gone: int, unreadable: int) -> None:
        self.first_ms = first_ms
        self.last_ms = last_ms
        self.files = files
        self.gone = gone
        self.unreadable = unreadable


class EventRow:
    """What the index holds at one line and part: a moment, its calls and results, as packed in `model.event`."""

    __slots__ = ("agent", "calls", "file", "moment", "path", "results", "session", "state", "transcript", "words")

    def __init__(
        self,
        place: tuple[int, str, str, int, str, str],
        moment: tuple[int, ...] | None,
        calls: tuple[tuple[int, ...], ...],
        results: tuple[tuple[object, ...], ...],
        words: bytes,
    ) -> None:
        self.file, self.transcript, self.path, self.state, self.agent, self.session = place
        self.moment = moment
        self.calls = calls
        self.results = results
        self.words = words
