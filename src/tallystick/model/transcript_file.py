"""A transcript file: where reading it stands, and what one read of it brings to the index."""

from __future__ import annotations

PRESENT, GONE, UNREADABLE = range(3)


class FileState:
    """One row of the index's `file` table: identity, cursor, and what its lines said of the file."""

    __slots__ = FIELDS = (
        "id",
        "path",
        "transcript",
        "agent",
        "size",
        "mtime",
        "device",
        "inode",
        "head",
        "tail",
        "offset",
        "line",
        "generation",
        "parser",
        "state",
        "session",
        "named",
        "side",
        "cwd",
        "version",
        "child",
        "brief",
        "spawn_call",
        "memory",
    )

    def __init__(self, id: int, path: str, transcript: str, agent: int) -> None:  # noqa: A002 - the column's name
        self.id = id
        self.path = path
        self.transcript = transcript
        self.agent = agent
        self.size = self.mtime = self.device = self.inode = 0
        self.head = self.tail = b""
        self.offset = self.line = self.generation = self.parser = self.state = 0
        self.session = self.named = self.side = self.cwd = self.version = self.child = self.brief = self.spawn_call = 0
        self.memory = b""

    def row(self) -> tuple[object, ...]:
        """Return the values in the table's order."""
        return tuple(getattr(self, name) for name in self.FIELDS)

    @classmethod
    def from_row(cls, row: tuple[object, ...]) -> FileState:
        """Return the state that a table row holds."""
        state = cls.__new__(cls)
        for name, value in zip(cls.FIELDS, row, strict=True):
            setattr(state, name, value)
        return state


# Rows of one read, by table, in the order of the table's columns.
INTAKE_TABLES = ("usage_line", "file_session", "cost_state", "limit_event", "rejection", "segment", "boundary", "spawn")

# How an intake relates to what the index holds of its file.
NEW, GROWN, REWRITTEN, REPARSED = range(4)
