"""What a line of the transformation ledger says: each field with its meaning, and the sums that are made of them."""

from __future__ import annotations

# The fields of a record in their order, as docs/reference/transformations.md prints them.
FIELDS = (
    ("event", "text", "`transformation`"),
    ("schema_version", "number", "1"),
    ("event_id", "text", "names the record: `tx-`, ten hex digits of one opening of the ledger, six of a count"),
    ("log_mode", "text", "`counts` (no content) or `debug`"),
    ("run", "text", "the run; two arms of an experiment are two runs"),
    ("task", "text", "the task within the run"),
    ("session", "text", "the session, empty where none is known"),
    ("turn", "number or null", "the turn, null where none is known"),
    ("tool_call_id", "text", "the tool call that owns the change, empty where none does"),
    ("surface", "text", "where the changed text sits, see below"),
    ("chain_id", "text", "the chain of successive changes of one text"),
    ("chain_step", "number", "the place in the chain, from 1"),
    ("bucket", "text", "the group of mechanisms"),
    ("layer", "text", "the part of the harness"),
    ("mechanism", "text", "what changed the text; a rule's name stands behind a colon"),
    ("transform", "text", "the mechanism again"),
    ("measure_type", "text", "`exact`"),
    ("input_bytes", "number", "the text before, in bytes of UTF-8"),
    ("output_bytes", "number", "the text after"),
    ("delta_bytes", "number", "after minus before: what was removed is negative"),
    ("input_chars", "number", "the text before, in characters (code points)"),
    ("output_chars", "number", "the text after"),
    ("delta_chars", "number", "after minus before"),
    ("change_count", "number", "places, rows, messages or rules that changed, at least 1"),
    ("input_sha256", "text", "SHA-256 of the whole text before, in UTF-8, 64 hex digits"),
    ("output_sha256", "text", "of the whole text after"),
    ("ctx", "object", "details without content: a rule's name, a path, an age band, a page"),
)
DEBUG_FIELDS = (
    ("changes", "list", "the first 50 changes: `input_byte_range`, `output_byte_range`, `before` and `after` around"),
    ("input_full_path", "text", "the whole text before, from the ledger's folder"),
    ("output_full_path", "text", "the whole text after"),
    ("debug_write_error", "text", "instead of the paths: why the whole texts could not be written"),
)
SURFACE_MEANINGS = {
    "execution_command": "a command before it runs",
    "tool_output": "what a tool returned, on its way to the model",
    "tool_output_fragment": "a part of that",
    "stored_tool_output": "a result as it is kept or shown again",
    "context_render": "the messages of one request: counted again at each request",
    "injected_message": "text that the harness puts before the model",
}
LEGACY_FIELDS = (
    ("event", "text", "`savings`"),
    ("schema_version", "number", "1"),
    ("session", "text", "the session, empty where none is known"),
    ("turn", "number or null", "the turn, null where none is known"),
    ("bucket", "text", "the group of mechanisms"),
    ("layer", "text", "the part of the harness"),
    ("mechanism", "text", "what costs or is estimated"),
    ("measure_type", "text", "`exact` or `estimate`"),
    ("input_chars", "number", "characters without it"),
    ("output_chars", "number", "characters with it"),
    ("delta_chars", "number", "after minus before: a cost is positive"),
    ("delta_tokens_est", "number", "a quarter of that, rounded down"),
    ("ctx", "object", "details without content"),
)


class Sums:
    """What changes add up to; bytes and characters exact, removed and added both counted upwards from 0."""

    __slots__ = (
        *("added", "changes", "delta_bytes", "delta_chars", "events", "input_bytes", "input_chars", "output_bytes"),
        *("output_chars", "removed"),
    )

    def __init__(self) -> None:
        self.events = self.changes = 0
        self.input_bytes = self.output_bytes = self.delta_bytes = self.removed = self.added = 0
        self.input_chars = self.output_chars = self.delta_chars = 0

    def add(self, other: Sums) -> None:
        """Take another's counts; both must be of one surface to mean anything."""
        for name in Sums.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class LegacySums:
    """What older records add up to, in characters: exact ones and estimates apart, costs and savings of both."""

    __slots__ = ("costs", "estimate_count", "estimate_delta", "exact_count", "exact_delta", "savings")

    def __init__(self) -> None:
        self.exact_delta = self.exact_count = self.estimate_delta = self.estimate_count = 0
        self.costs = self.savings = 0

    def add(self, other: LegacySums) -> None:
        """Take another's counts."""
        for name in LegacySums.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class ChainBreak:
    """A chain that is not continuous: its place (session, turn, call, surface, id), the line and event at which that
    shows, and all its steps where they are not 1, 2, 3 ..., else the event that ended with another text.
    """

    __slots__ = ("chain", "event", "line", "previous", "steps")

    def __init__(
        self, chain: tuple[object, ...], *, line: int, event: str, steps: tuple[int, ...] = (), previous: str = ""
    ) -> None:
        self.chain = chain
        self.line = line
        self.event = event
        self.steps = steps
        self.previous = previous


class BadLine:
    """A line that is not counted: where, and why."""

    __slots__ = ("ledger", "line", "reason")

    def __init__(self, ledger: str, line: int, reason: str) -> None:
        self.ledger = ledger
        self.line = line
        self.reason = reason


class TaskChanges:
    """What one ledger says of one task of one run."""

    __slots__ = ("breaks", "groups", "ledger", "legacy", "run", "task")

    def __init__(self, run: str, task: str, ledger: str) -> None:
        self.run = run
        self.task = task
        self.ledger = ledger
        self.groups: dict[tuple[str, str, str, str], Sums] = {}  # surface, layer, bucket, mechanism
        self.legacy: dict[tuple[str, str, str], LegacySums] = {}  # bucket, mechanism, layer
        self.breaks: list[ChainBreak] = []


class Changes:
    """All tasks of the ledgers that were asked for; `bad` are the first bad lines of `bad_count`."""

    __slots__ = ("bad", "bad_count", "ledgers", "tasks")

    def __init__(self) -> None:
        self.tasks: list[TaskChanges] = []
        self.bad: list[BadLine] = []
        self.bad_count = 0
        self.ledgers = 0


class Fault:
    """A record that does not hold: its line, its event where it says one, and what is wrong."""

    __slots__ = ("event", "line", "reason")

    def __init__(self, line: int, event: str, reason: str) -> None:
        self.line = line
        self.event = event
        self.reason = reason


class Verdict:
    """What checking a ledger showed: how many texts equal their evidence, how many their neighbour in a chain, the
    lines of those whose hash nothing but the record itself speaks for, and texts beside it that no record names.
    """

    __slots__ = (
        *("after", "before", "both", "by_chain", "by_evidence", "faults", "ledger", "legacy", "orphans", "records"),
    )

    def __init__(self, ledger: str) -> None:
        self.ledger = ledger
        self.records = self.by_evidence = self.by_chain = 0
        self.faults: list[Fault] = []
        self.both: list[int] = []
        self.before: list[int] = []
        self.after: list[int] = []
        self.legacy: list[int] = []
        self.orphans: list[str] = []
