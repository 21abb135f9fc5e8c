"""Feeds bytes to a reader as the record buffer does: whole lines, and where they end."""

from __future__ import annotations

from typing import Protocol


class Fed(Protocol):
    """A reader of blocks."""

    def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> None:
        """Read whole lines that end where `ends` says."""


def feed_lines(reader: Fed, lines: bytes) -> None:
    """Feed lines of which the last one may lack its line feed."""
    data = lines + b"\n"
    ends = [at for at, byte in enumerate(data) if byte == ord("\n")]
    reader.feed_block(memoryview(data), ends, 0, 0)
