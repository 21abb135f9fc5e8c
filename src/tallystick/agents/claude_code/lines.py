"""Reads Claude Code lines into a `Reading`: one object in; moments, calls, results and usage out.

Nothing here opens a file or depends on where reads were split: what a file's earlier lines must tell its later ones is
the `Memory` that the index keeps with the file.
"""

from __future__ import annotations

from tallystick.accounting import digests
from tallystick.agents.claude_code import plain, rare, tools, usage
from tallystick.kernel import responses
from tallystick.kernel.jsontext import objects
from tallystick.kernel.times import Clockwork
from tallystick.model import event
from tallystick.model.reading import Rejection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.commands import Describer
    from tallystick.accounting.names import Names
    from tallystick.agents.claude_code.codec import Codec, Line, Usage
    from tallystick.model.reading import Memory, Reading
    from tallystick.model.source import Place

_pack = event.MOMENT.pack
_SIDECHAIN, _META, _STOPPED, _RESPONSE = event.SIDECHAIN, event.META, event.STOPPED, event.RESPONSE
_key = digests.key
_NONE_YET = "\0"  # no session: an empty name may stand on a line
_MACHINE_TEXT = (
    "[Request interrupted by user",
    "<command-",
    "<local-command-",
    "<task-notification>",
    "<bash-",
    "<ide_",
    "Caveat: The messages below",
)


class Reader:
    """Reads one file's lines; `reading` may be exchanged between lines."""

    def __init__(
        self,
        reading: Reading,
        memory: Memory,
        *,
        names: Names,
        describer: Describer,
        place: Place,
        typed: bool,
    ) -> None:
        self.reading = reading
        self.memory = memory
        self.vocabulary = describer.vocabulary
        self.describe = describer.describe
        self.keeps_text = describer.keeps_text
        self.learn = names.learn
        self.name = names.key
        self.place = place
        self.ms = Clockwork().ms
        self._session = 0
        self._session_id: str | None = _NONE_YET
        self._span = [-1, -1, -1]
        self.last_usage: Usage | None = None
        self.last_slot = 0
        self.last_fold = responses.UsageFold(0, 0, 0)
        self._last_message: str | None = None
        self._last_response = 0
        self._last_uuid = ""
        self._last_key = 0
        self._codec: Codec | None = None
        if typed:
            from tallystick.agents.claude_code import shapes

            self._codec = shapes
            self._decode_block = shapes.decode_block

    def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> None:
        """Read whole lines that end where `ends` says; `line` and `offset` are those behind which the block starts."""
        start = 0
        codec = self._codec
        if codec is not None and (decoded := self._decode_block(block, ends)):
            for found, end in zip(decoded, ends, strict=True):
                line += 1
                self._read(found, codec, line, 1, offset + start)
                start = end + 1
            return
        for end in ends:
            line += 1
            self.feed(block[start:end], line, offset + start)
            start = end + 1

    def feed(self, record: bytes | memoryview, line: int, offset: int) -> bool:
        """Read one physical line; say whether it held whole objects and nothing else."""
        codec = self._codec
        if codec is not None:
            try:
                found = codec.decode(record)
            except (ValueError, RecursionError):
                pass
            else:
                self._read(found, codec, line, 1, offset)
                return True
        return self._feed_plain(bytes(record), line, offset)

    def _feed_plain(self, record: bytes, line: int, offset: int) -> bool:
        found, reasons = objects(record.decode("utf-8", "surrogateescape"))
        for part, value in enumerate(found, 1):
            parsed = plain.Line(value)
            if parsed.fault:
                reasons.append("wrong shape")
            self._read(parsed, plain, line, part, offset)
        self.reading.rejections += [Rejection(line, offset, reason) for reason in reasons]
        return not reasons

    def _read(self, found: Line, codec: Codec, line: int, part: int, offset: int) -> None:
        kind = found.type
        t = self.ms(found.timestamp)
        session = self._session if found.sessionId == self._session_id else self._enter(found, line)
        if t >= 0:
            self.memory.last_t = t
            span = self._span
            if t > span[1]:
                span[1] = t
            if t < span[0] or span[0] < 0:
                span[0] = t
        subject = chars = flags = what = 0
        if kind == "assistant":
            what, subject, chars, flags = self._read_assistant(found, codec, line, part, t, session)
        elif kind == "user":
            what, subject, chars = self._read_user(found, codec, line, part)
        elif kind == "progress":
            rare.read_progress(self, found, codec, line, part, t, session)
        elif kind == "system":
            what = rare.read_system(self, found, codec, line, part, t, session)
        elif kind == "cost-state":
            rare.read_cost_state(self, found, codec, line, session)
        uuid = found.uuid
        if not uuid:
            if t >= 0 and not 0 <= self._span[2] <= t:
                self._span[2] = t
            if not what:
                return
        if found.isSidechain:
            flags |= _SIDECHAIN
        if found.isMeta:
            flags |= _META
        before = found.parentUuid
        # a line's parent is nearly always the line before it
        parent = 0 if not before else self._last_key if before == self._last_uuid else _key(before)
        own = 0
        if uuid:
            self._last_uuid = uuid
            own = self._last_key = _key(uuid)
        self.reading.moments.append(_pack(line, part, what, flags, offset, t, own, parent, subject, session, chars))

    def exchange(self, reading: Reading) -> None:
        """Go on with another reading."""
        self.reading = reading
        self._session_id = _NONE_YET
        self.last_slot = 0

    def _enter(self, found: Line, line: int) -> int:
        """Note a line of another session than the last one, and what it says of its file; return the session's key."""
        reading = self.reading
        self._session_id = found.sessionId
        session = self._session = self.name(found.sessionId or self.place.session)
        if found.sessionId and not reading.first_session:
            reading.first_session = session
        self._span = reading.sessions.setdefault(session, [-1, -1, -1])
        reading.cwd = reading.cwd or self.name(found.cwd)
        reading.version = reading.version or self.name(found.version)
        if line == 1 and found.agentId and not reading.agent_id:  # further down it may name a child of this file
            reading.agent_id = _key(found.agentId)
        if not found.cwd or not found.version:
            self._session_id = _NONE_YET  # look at the next line too: the first lines of a file may lack both
        return session

    def _read_assistant(
        self, found: Line, codec: Codec, line: int, part: int, t: int, session: int
    ) -> tuple[int, int, int, int]:
        message = found.message
        if message is None:
            return event.OTHER, 0, 0, 0
        key = self._last_response
        if not message.id or message.id != self._last_message:
            self._last_message = message.id
            identity = responses.identity(message.id, found.requestId, found.uuid)
            key = self._last_response = _key(identity or f"{self.place.transcript}:{line}.{part}")
        content = message.content
        chars, flags = 0, 0
        if content.__class__ is list:
            chars, flags = tools.read_calls(self, found, content, codec, line, part, key)
        elif content:
            chars = len(content)
        if message.model == responses.SYNTHETIC:
            what = rare.classify_synthetic(self, found, codec, line, part, t, session)
            return what, 0, chars, flags | event.SYNTHETIC
        if message.usage is not None:
            usage.fold(self, found, line, part, t, session, key << 1, chars)
        if message.stop_reason:
            flags |= _STOPPED
        if message.diagnostics:
            flags |= rare.cache_miss(codec.value(message.diagnostics)) << event.CACHE_MISS
        return _RESPONSE, key, chars, flags

    def _read_user(self, found: Line, codec: Codec, line: int, part: int) -> tuple[int, int, int]:
        message = found.message
        if message is None:
            return event.OTHER, 0, 0
        content = message.content
        if content.__class__ is list:
            answered, text = tools.read_results(self, found, content, codec, line, part)
            if answered:
                return event.RESULT, 0, 0
        else:
            text = content or ""
        if found.isCompactSummary:
            return event.SUMMARY, 0, len(text)
        return self._read_prompt(found, codec, text)

    def _read_prompt(self, found: Line, codec: Codec, text: str) -> tuple[int, int, int]:
        subject = _key(text)
        if found.isSidechain:
            if not found.parentUuid and not self.reading.brief:
                self.reading.brief = subject
            return event.BRIEF, subject, len(text)
        if "<command-name>/clear<" in text[:200]:
            return event.CLEAR, 0, len(text)
        if found.isMeta or text.startswith(_MACHINE_TEXT) or rare.is_machine_origin(found, codec):
            return event.OTHER, 0, len(text)
        return event.PROMPT, subject, len(text)
