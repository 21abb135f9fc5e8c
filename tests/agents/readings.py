"""Reads lines with an agent's reader and says everything it found in plain values, so that two can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tallystick.accounting.commands import Describer
from tallystick.accounting.names import Names
from tallystick.agents import claude_code
from tallystick.agents.protocol import Agent, LineReader
from tallystick.host import words
from tallystick.kernel.responses import UsageFold
from tallystick.model import event
from tallystick.model.reading import Memory, Reading
from tallystick.model.source import Place

VOCABULARY = words.load()
SESSION = "5e550000-0001-4000-8000-000000000001"


class Read:
    """Lines as one reader saw them: the reading, the names it learnt, and whether each line was whole."""

    def __init__(
        self,
        lines: Iterable[bytes],
        *,
        typed: bool = True,
        in_blocks: bool = False,
        memory: Memory | None = None,
        agent: Agent = claude_code,
    ) -> None:
        self.reading = Reading()
        self.memory = memory or Memory()
        names = Names()
        reader = agent.reader(
            self.reading,
            self.memory,
            names=names,
            describer=Describer(VOCABULARY),
            place=Place("t", SESSION, is_subagent=False),
            typed=typed,
        )
        self.whole = []
        if in_blocks:
            self._feed_block(reader, list(lines))
            lines = ()
        offset = 0
        for number, line in enumerate(lines, 1):
            self.whole.append(reader.feed(memoryview(line), number, offset))
            offset += len(line) + 1
        self.names = names.take_fresh()

    @staticmethod
    def _feed_block(reader: LineReader, lines: list[bytes]) -> None:
        block = b"".join(line + b"\n" for line in lines)
        reader.feed_block(memoryview(block), [at for at, byte in enumerate(block) if byte == 10], 0, 0)

    @property
    def moments(self) -> list[tuple[Any, ...]]:
        """The moments, unpacked."""
        return [event.MOMENT.unpack(row) for row in self.reading.moments]

    @property
    def calls(self) -> list[tuple[Any, ...]]:
        """The calls, unpacked."""
        return [event.CALL_ROW.unpack(row) for row in self.reading.calls]

    @property
    def results(self) -> list[tuple[Any, ...]]:
        """The results, unpacked."""
        return [event.RESULT_ROW.unpack(row) for row in self.reading.results]

    @property
    def usage(self) -> dict[int, dict[str, int]]:
        """The folds by slot, as plain values."""
        return {slot: plain_fold(fold) for slot, fold in self.reading.usage.items()}

    @property
    def rejections(self) -> list[tuple[int, str]]:
        """Line and reason of each rejection."""
        return [(one.line, one.reason) for one in self.reading.rejections]

    def everything(self) -> dict[str, Any]:
        """All that was found."""
        held = {name: getattr(self.reading, name) for name in Reading.__slots__}
        held["usage"] = self.usage
        held["rejections"] = [(one.line, one.offset, one.reason) for one in self.reading.rejections]
        return held | {
            "names": self.names,
            "last_t": self.memory.last_t,
            "tests": self.memory.tests,
            "whole": self.whole,
        }


def plain_fold(fold: UsageFold) -> dict[str, int]:
    """A fold's values by name."""
    return {name: getattr(fold, name) for name in UsageFold.__slots__}
