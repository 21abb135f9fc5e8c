"""What an agent module must have: where its transcripts live, and a pure parse of their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tallystick.accounting.commands import Describer
    from tallystick.accounting.names import Names
    from tallystick.kernel.responses import UsageFold
    from tallystick.model.reading import Memory, Reading
    from tallystick.model.source import Place, Source
    from tallystick.model.talk import Said


class LineReader(Protocol):
    """Reads one file's lines into a reading."""

    memory: Memory

    def exchange(self, reading: Reading) -> None:
        """Go on with another reading."""

    def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> None:
        """Read whole lines that end where `ends` says; `line` and `offset` are those behind which the block starts."""

    def feed(self, record: bytes | memoryview, line: int, offset: int) -> bool:
        """Read one physical line; say whether it held whole objects and nothing else."""


class BlockReader(Protocol):
    """Folds the usage of one file, fed in blocks of whole lines."""

    folds: dict[int, UsageFold]
    models: dict[int, str]
    rejected: int

    def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> None:
        """Read whole lines that end where `ends` says."""

    def feed_tail(self, rest: bytes, line: int) -> None:
        """Read what stands behind the last line feed."""


class Agent(Protocol):
    """A coding tool whose transcripts can be read."""

    NAME: str
    SOURCE: Source
    PARSER: int  # raised whenever the same bytes would give other rows

    def place(self, relative: str) -> Place:
        """Say what a file is by its path below the source's folder."""

    def reader(
        self,
        reading: Reading,
        memory: Memory,
        *,
        names: Names,
        describer: Describer,
        place: Place,
        typed: bool,
    ) -> LineReader:
        """Return a reader; `typed` decodes faster and costs an import, and finds the same."""

    def texts(self, record: bytes, part: int) -> list[tuple[str, str]]:
        """Return what the nth object of a line says, each text with what it is, to show and never to store."""

    def effort(self, record: bytes) -> str:
        """Return the effort at which a line says that its response was made, "" where it says none."""

    def talk(self, records: Iterable[tuple[int, bytes]]) -> Iterator[Said]:
        """Yield what the lines (number, bytes) of one transcript say, to answer a question and never to store."""

    def totals_reader(self, place: Place) -> BlockReader:
        """Return a reader of one file's usage alone."""
