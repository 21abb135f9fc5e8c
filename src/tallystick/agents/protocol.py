"""What an agent module must have: where its transcripts live, and a pure parse of their lines."""

from __future__ import annotations

from typing import Protocol

from tallystick.accounting.commands import Describer
from tallystick.accounting.names import Names
from tallystick.model.reading import Memory, Reading
from tallystick.model.source import Place, Source


class LineReader(Protocol):
    """Reads one file's lines into `reading`, which may be exchanged between lines."""

    reading: Reading
    memory: Memory

    def feed(self, record: bytes | memoryview, line: int, offset: int) -> bool:
        """Read one physical line; say whether it held whole objects and nothing else."""


class Agent(Protocol):
    """A coding tool whose transcripts can be read."""

    NAME: str
    SOURCE: Source
    PARSER: int  # raised whenever the same bytes would give other rows

    def place(self, relative: str) -> Place:
        """Say what a file is by its path below the source's folder."""

    def reader(
        self, reading: Reading, memory: Memory, *, names: Names, describer: Describer, session: str, typed: bool
    ) -> LineReader:
        """Return a reader; `typed` decodes faster and costs an import, and finds the same."""
