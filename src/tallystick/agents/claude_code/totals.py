"""Usage alone, read block by block: what totals without an index need, and nothing else.

The rules are those of `usage` and `lines`; only the decoding is leaner: a block of whole lines at a time, and one line
at a time where a block holds something odd.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from tallystick.accounting.digests import key as key_of
from tallystick.agents.claude_code import plain, shapes
from tallystick.agents.claude_code.usage import counts, variant
from tallystick.kernel.jsontext import objects
from tallystick.kernel.responses import SYNTHETIC, UsageFold, identity
from tallystick.kernel.times import Clockwork

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.agents.claude_code.codec import Line, Usage
    from tallystick.agents.claude_code.codec import Message as AnyMessage


class Message(Struct, gc=False):
    """The parts of a message that are counted."""

    id: str | None = None
    model: str | None = None
    stop_reason: str | None = None
    usage: shapes.Usage | None = None


class LeanLine(Struct, gc=False):
    """The parts of a line that are counted."""

    type: str = ""
    timestamp: str | None = None
    uuid: str | None = None
    requestId: str | None = None  # noqa: N815 - the client's name
    isSidechain: bool | None = False  # noqa: N815 - the client's name
    message: Message | None = None
    data: Raw = Raw()


_DECODER = msgspec.json.Decoder(LeanLine)


class TotalsReader:
    """Folds the usage of one file's lines: `folds` by response key << 1 | nested; `model_of` their models' names."""

    __slots__ = ("_last", "_last_id", "_last_usage", "_ms", "folds", "models", "rejected")

    def __init__(self) -> None:
        self.folds: dict[int, UsageFold] = {}
        self.models: dict[int, str] = {}
        self.rejected = 0
        self._ms = Clockwork().ms
        self._last_id: str | None = None
        self._last_usage: Usage | None = None
        self._last = UsageFold(0, 0, -1)

    def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> None:
        """Read whole lines that end where `ends` says."""
        lines = shapes.whole_lines(_DECODER.decode_lines, block, ends)
        if not lines:
            start = 0
            for end in ends:
                self._feed_line(bytes(block[start:end]))
                start = end + 1
        for found in lines:
            message = found.message
            if message is not None:
                usage = message.usage
                if usage is None or found.type != "assistant":
                    continue
                if message.id == self._last_id and usage == self._last_usage and message.id:
                    self._note(self._last, found, message)
                else:
                    self._fold(found, message, usage, 0)
            elif found.type == "progress":
                self._fold_nested(shapes.value(found.data))

    def feed_tail(self, rest: bytes) -> None:
        """Read what stands behind the last line feed: whole objects count, a torn one waits."""
        rejected = self.rejected
        self._feed_line(rest)
        self.rejected = rejected

    def _feed_line(self, record: bytes) -> None:
        found, reasons = objects(record.decode("utf-8", "surrogateescape"))
        self.rejected += len(reasons)
        for value in found:
            line = plain.Line(value)
            self.rejected += line.fault
            message = line.message
            if line.type == "assistant" and message is not None and message.usage is not None:
                self._fold(line, message, message.usage, 0)
            elif line.type == "progress":
                self._fold_nested(line.data)

    def _fold_nested(self, data: object) -> None:
        if (
            not isinstance(data, dict)
            or data.get("type") != "agent_progress"
            or not isinstance(data.get("message"), dict)
        ):
            return
        line = plain.Line(data["message"])
        if line.type == "assistant" and line.message is not None and line.message.usage is not None:
            self._fold(line, line.message, line.message.usage, 1)

    def _fold(self, found: Line, message: AnyMessage, usage: Usage, nested: int) -> None:
        if message.model == SYNTHETIC:
            return
        name = identity(message.id, found.requestId, found.uuid)
        key = key_of(name) if name else key_of(f"{id(self)}:{len(self.folds)}")
        slot = key << 1 | nested
        fold = self.folds.get(slot)
        if fold is None:
            fold = self.folds[slot] = UsageFold(0, 0, -1)
            fold.model = self._model(message.model)
            fold.side = nested
        fold.variant |= variant(usage)
        fold.raise_to(*counts(usage))
        self._note(fold, found, message)
        self._last, self._last_id, self._last_usage = fold, message.id, usage

    def _note(self, fold: UsageFold, found: Line, message: AnyMessage) -> None:
        """Note what may differ between the lines of one message: its time, its end, whose it is."""
        t = self._ms(found.timestamp)
        if 0 <= t < fold.t or fold.t < 0:
            fold.t = t
        if message.stop_reason:
            fold.stopped = 1
        if found.isSidechain:
            fold.side = 1

    def _model(self, name: str | None) -> int:
        if not name:
            return 0
        key = key_of(name)
        self.models[key] = name
        return key
