"""Reads the entries of a pi session into a `Reading`.

A session's id and directory stand in its first line alone; the `Memory` kept with the file tells them to later reads.
Entries of the first format name no parent: each continues the one before it, and is named by its time.
"""

from __future__ import annotations

from tallystick.accounting import digests
from tallystick.agents.pi import entries, tools, usage
from tallystick.kernel.responses import UsageFold
from tallystick.kernel.times import Clockwork
from tallystick.kernel.usage import Fault
from tallystick.model import event
from tallystick.model.reading import Rejection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.commands import Describer
    from tallystick.accounting.names import Names
    from tallystick.agents.pi.entries import Entry
    from tallystick.model.reading import Memory, Reading
    from tallystick.model.source import Place

_ROOM = 1 << 53


class Reader:
    """Reads one file's entries; `reading` may be exchanged between lines."""

    def __init__(self, reading: Reading, memory: Memory, *, names: Names, describer: Describer, place: Place) -> None:
        self.reading = reading
        self.memory = memory
        self.describer = describer
        self.vocabulary = describer.vocabulary
        self.learn = names.learn
        self.name = names.key
        self._ms = Clockwork().ms
        self._place = place

    def exchange(self, reading: Reading) -> None:
        """Go on with another reading."""
        self.reading = reading

    def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> None:
        """Read whole lines that end where `ends` says; `line` and `offset` are those behind which the block starts."""
        start = 0
        for end in ends:
            line += 1
            self.feed(block[start:end], line, offset + start)
            start = end + 1

    def feed(self, record: bytes | memoryview, line: int, offset: int) -> bool:
        """Read one physical line; say whether it held whole objects and nothing else."""
        found, reasons = entries.read(record)
        for part, entry in enumerate(found, 1):
            try:
                self._read(entry, line, part, offset)
            except Fault:
                entry.fault = True
            if entry.fault:
                reasons.append("wrong shape")
        self.reading.rejections += [Rejection(line, offset, reason) for reason in reasons]
        return not reasons

    def _read(self, entry: Entry, line: int, part: int, offset: int) -> None:
        if entry.kind == "session":
            self.memory.session, self.memory.cwd = entry.id, entries.text(entry.value, "cwd")
        session = self._enter()
        t = entries.moment(entry, self._ms)
        self._span(session, t)
        if entry.kind == "session":
            return
        own, parent = self._link(entry)
        what, subject, chars, flags = self._say(entry, line, part, own, t, session)
        self.reading.moments.append(
            event.MOMENT.pack(line, part, what, flags, offset, t, own, parent, subject, session, chars)
        )

    def _enter(self) -> int:
        """Return the session's key, once its file has been told whose it is."""
        memory, reading = self.memory, self.reading
        session = self.name(memory.session or self._place.session)
        reading.first_session = reading.first_session or (session if memory.session else 0)
        reading.cwd = reading.cwd or self.name(memory.cwd)
        return session

    def _span(self, session: int, t: int) -> None:
        span = self.reading.sessions.setdefault(session, [-1, -1, -1])
        if t >= 0:
            self.memory.last_t = t
            span[0] = t if span[0] < 0 else min(t, span[0])
            span[1] = max(t, span[1])

    def _link(self, entry: Entry) -> tuple[int, int]:
        """Return the keys of an entry and of the one it continues (0: none)."""
        before = self.memory.link
        if entry.id:
            own = digests.key(entry.id)
            parent = digests.key(entry.parent) if entry.parent else 0
        else:
            which = entries.text(entry.message, "toolCallId")
            own, parent = digests.key(f"pi:{entry.time}:{entry.kind}:{entry.role}:{which}"), before
        self.memory.link = own
        return own, parent

    def _say(self, entry: Entry, line: int, part: int, own: int, t: int, session: int) -> tuple[int, int, int, int]:
        """Return what an entry is, its subject, characters and flags, and book what it reports."""
        key = self._book(entry, line, part, t, session)
        content = entry.message.get("content")
        if entry.role == "assistant":
            flags = tools.read_calls(self, content, line, part, key)
            if entries.text(entry.message, "stopReason") == "error" and not entries.said(content)[0] and not flags:
                return event.ERROR, key, 0, 0
            return event.RESPONSE, key or own, 0, flags
        if entry.role == "toolResult":
            tools.read_result(self, entry.message, line, part)
            return event.RESULT, 0, 0, 0
        if entry.role == "user":
            text = entries.said(content)[0]
            return event.PROMPT, digests.key(text), len(text), 0
        if entry.role == "bashExecution":
            tools.read_execution(self, entry.message, line, part, own)
        if entry.kind == "compaction":
            before = entry.value.get("tokensBefore")
            known = isinstance(before, int) and not isinstance(before, bool) and 0 <= before < _ROOM
            first = entries.text(entry.value, "firstKeptEntryId")
            how = event.CUT_BEFORE if first else event.CUT_WHOLE
            kept = digests.key(first).to_bytes(8, "little") if first else b""
            row = (line, part, t, session, how, 0, before if known else None, None, kept, b"")
            self.reading.boundaries.append(row)
            return event.BOUNDARY, 0, 0, 0
        return event.OTHER, 0, 0, 0

    def _book(self, entry: Entry, line: int, part: int, t: int, session: int) -> int:
        """Fold what an entry reports of model work; return the key of the response, 0 where there is none."""
        found = usage.report(entry)
        if found is None:
            return 0
        key = digests.key(found.name)
        fold = self.reading.usage.get(key << 1)
        if fold is None:
            fold = self.reading.usage[key << 1] = UsageFold(line, part, t)
            fold.session, fold.model = session, self.name(found.model)
        fold.raise_to(*found.counts)
        fold.lines += 1
        fold.stopped |= found.ended
        return key
