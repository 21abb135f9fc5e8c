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
    """Folds the usage of one file's lines: `folds` by response key << 1 | nested; `models` are their models' names."""

    __slots__ = ("_last", "_last_id", "_last_usage", "_ms", "_transcript", "folds", "models", "rejected")

    def __init__(self, transcript: str) -> None:
        self.folds: dict[int, UsageFold] = {}
        self.models: dict[int, str] = {}
        self.rejected = 0
        self._transcript = transcript
        self._ms = Clockwork().ms
        self._last_id: str | None = None
        self._last_usage: Usage | None = None
        self._last = UsageFold(0, 0, -1)

    def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> None:
        """Read whole lines that end where `ends` says; `line` is the one behind which the block starts."""
        lines = shapes.whole_lines(_DECODER.decode_lines, block, ends)
        if lines:
            self._take(lines, line + 1)
            return
        start = 0
        for number, end in enumerate(ends, line + 1):
            self._feed_one(block[start:end], number)
            start = end + 1

    def _feed_one(self, record: memoryview, number: int) -> None:
        """Read one line of a block that holds something odd: typed where that works, as most of its lines do."""
        try:
            found = _DECODER.decode(record)
        except (ValueError, RecursionError):
            self._feed_line(bytes(record), number)
        else:
            self._take([found], number)

    def _take(self, lines: list[LeanLine], first: int) -> None:
        for number, found in enumerate(lines, first):
            message = found.message
            if message is not None:
                usage = message.usage
                if usage is None or found.type != "assistant":
                    continue
                if message.id == self._last_id and usage == self._last_usage and message.id:
                    self._note(self._last, found, message)
                else:
                    self._fold(found, f"{number}.1")
            elif found.type == "progress":
                self._fold_nested(shapes.value(found.data), found.timestamp)

    def feed_tail(self, rest: bytes, line: int) -> None:
        """Read what stands behind the last line feed: whole objects count, a torn one waits."""
        rejected = self.rejected
        self._feed_line(rest, line)
        self.rejected = rejected

    def _feed_line(self, record: bytes, number: int) -> None:
        found, reasons = objects(record.decode("utf-8", "surrogateescape"))
        self.rejected += len(reasons)
        for part, value in enumerate(found, 1):
            line = plain.Line(value)
            self.rejected += line.fault
            message = line.message
            if line.type == "assistant" and message is not None and message.usage is not None:
                self._fold(line, f"{number}.{part}")
            elif line.type == "progress":
                self._fold_nested(line.data, line.timestamp)

    def _fold_nested(self, data: object, timestamp: str | None) -> None:
        if (
            not isinstance(data, dict)
            or data.get("type") != "agent_progress"
            or not isinstance(data.get("message"), dict)
        ):
            return
        line = plain.Line({**data["message"], "isSidechain": True})
        if self._ms(line.timestamp) < 0:
            line.timestamp = timestamp
        if line.type == "assistant" and line.message is not None and line.message.usage is not None:
            self._fold(line, "", nested=1)

    def _fold(self, found: Line, place: str, *, nested: int = 0) -> None:
        """Fold one line's usage; a response without any id is named by the place of its line."""
        message = found.message
        name = identity(message.id, found.requestId, found.uuid)
        if message.model == SYNTHETIC or not (name or place):
            return
        slot = key_of(name or f"{self._transcript}:{place}") << 1 | nested
        fold = self.folds.get(slot)
        if fold is None:
            fold = self.folds[slot] = UsageFold(0, 0, -1)
            fold.model = self._model(message.model)
        fold.variant |= variant(message.usage)
        fold.raise_to(*counts(message.usage))
        self._note(fold, found, message)
        self._last, self._last_id, self._last_usage = fold, message.id, message.usage

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
