"""Reads one transcript file from where the index left off into rows for the index."""

from __future__ import annotations

import os

from xxhash import xxh3_128_digest

from tallystick.host.records import RecordBuffer
from tallystick.kernel.jsontext import ascii_text, decode
from tallystick.model.reading import Memory, Reading, Rejection
from tallystick.model.source import Place
from tallystick.model.transcript_file import GONE, GROWN, INTAKE_TABLES, NEW, REPARSED, REWRITTEN, UNREADABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tallystick.accounting.commands import Describer
    from tallystick.accounting.names import Names
    from tallystick.agents.protocol import Agent
    from tallystick.model.transcript_file import FileState

    Row = tuple[object, ...]
    Rows = dict[str, list[Row]]

_NOWHERE = Place("", "", is_subagent=False)
_HEAD = 4096  # bytes by which a file is known again
_TAIL = 256  # bytes before the cursor that must still be there for a file to have grown only


class FileReader:
    """Reads files one after the other; `typed` decoding is faster and costs an import."""

    __slots__ = ("_buffer", "_describer", "_names", "_typed")

    def __init__(self, names: Names, describer: Describer, *, typed: bool) -> None:
        self._buffer = RecordBuffer()
        self._names = names
        self._describer = describer
        self._typed = typed

    def load(self, agent: Agent) -> None:
        """Load an agent's reader, for whoever forks next."""
        agent.reader(
            Reading(),
            Memory(),
            names=self._names,
            describer=self._describer,
            place=_NOWHERE,
            typed=self._typed,
        )

    def read(self, state: FileState, agent: Agent, place: Place) -> tuple[int, Rows]:
        """Read what is new in a file: how it relates to what was known, and rows by table; `state` is moved on.

        A file that cannot be opened keeps its cursor and is marked unreadable.
        """
        try:
            handle = os.open(state.path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            state.state = GONE
            return GROWN if state.parser else NEW, {table: [] for table in INTAKE_TABLES}
        except OSError:
            state.state = UNREADABLE
            return GROWN if state.parser else NEW, {table: [] for table in INTAKE_TABLES}
        try:
            return self._read(handle, state, agent, place)
        finally:
            os.close(handle)

    def _read(self, handle: int, state: FileState, agent: Agent, place: Place) -> tuple[int, Rows]:
        status = os.fstat(handle)
        relation = _relate(handle, state, status, agent.PARSER)
        if relation != GROWN:
            state.offset = state.line = 0
            state.memory = b""
            state.generation += relation != REPARSED
            state.head = fingerprint(handle)
        memory = _unpack(state.memory)
        main = Reading()
        reader = agent.reader(
            main,
            memory,
            names=self._names,
            describer=self._describer,
            place=place,
            typed=self._typed,
        )
        first = state.line + 1
        refuse = lambda line, offset: main.rejections.append(Rejection(line, offset, "too long"))
        state.offset, state.line, rest = self._buffer.read(handle, state.offset, state.line, reader.feed_block, refuse)
        state.memory = _pack(memory)
        rows: Rows = {table: [] for table in INTAKE_TABLES}
        _collect(rows, main, state, first, 0, agent.PARSER)
        if rest:
            tail = Reading()
            reader.exchange(tail)
            reader.feed(rest, state.line + 1, state.offset)
            tail.rejections.clear()  # a torn tail waits for the rest of its line
            _collect(rows, tail, state, state.line + 1, 1, agent.PARSER)
        _settle(state, status, handle, agent.PARSER)
        return relation, rows


def fingerprint(handle: int, length: int = _HEAD) -> bytes:
    """Return the length and hash of a file's first bytes, by which it is known again wherever it stands."""
    head = os.pread(handle, length, 0)
    return len(head).to_bytes(2, "little") + xxh3_128_digest(head)


def same_head(handle: int, head: bytes) -> bool:
    """Say whether an open file still starts with the bytes that gave `head`."""
    return fingerprint(handle, int.from_bytes(head[:2], "little")) == head


def _relate(handle: int, state: FileState, status: os.stat_result, parser: int) -> int:
    """Say whether a file is new, has only grown, or was rewritten: only what is provably the same is not read again."""
    if not state.parser:
        return NEW
    if state.parser < parser:
        return REPARSED
    if status.st_size < max(state.size, state.offset) or (
        status.st_size == state.size and status.st_mtime_ns != state.mtime
    ):
        return REWRITTEN
    if not same_head(handle, state.head) or _tail(handle, state.offset) != state.tail:
        return REWRITTEN
    return GROWN


def _tail(handle: int, offset: int) -> bytes:
    size = min(_TAIL, offset)
    return xxh3_128_digest(os.pread(handle, size, offset - size))


def _settle(state: FileState, status: os.stat_result, handle: int, parser: int) -> None:
    """Note what the file was when it was read, as the next scan will compare it."""
    state.size, state.mtime = status.st_size, status.st_mtime_ns
    state.device, state.inode = status.st_dev, status.st_ino
    state.tail = _tail(handle, state.offset)
    state.parser = parser
    state.state = 0


def _pack(memory: Memory) -> bytes:
    facts = [memory.last_t, memory.link, sorted(memory.tests), sorted(memory.others), memory.session, memory.cwd]
    return ascii_text(facts).encode()


def _unpack(blob: bytes) -> Memory:
    if not blob:
        return Memory()
    facts: Any = decode(blob.decode())
    last_t, link, tests, others, session, cwd = facts
    memory = Memory(last_t, tests, others)
    memory.link, memory.session, memory.cwd = link, session, cwd
    return memory


def _collect(rows: Rows, reading: Reading, state: FileState, first: int, part: int, parser: int) -> None:
    """Turn a reading into rows; `part` 1 marks what stands behind the last line feed."""
    file, generation = state.id, state.generation
    rows["usage_line"] += [
        (
            *(
                slot >> 1,
                file,
                (slot & 1) << 1 | part,
                fold.line,
                fold.part,
                None if fold.t < 0 else fold.t,
                fold.session,
            ),
            *(fold.claimed, fold.model, fold.branch, fold.side, fold.stopped, fold.variant, fold.visible, fold.lines),
            *(fold.input, fold.write_5m, fold.write_1h, fold.write_unknown, fold.read, fold.output, fold.searches),
            *(generation, parser),
        )
        for slot, fold in reading.usage.items()
    ]
    rows["file_session"] += [
        (file, session, *(None if t < 0 else t for t in times)) for session, times in reading.sessions.items()
    ]
    rows["cost_state"] += [(file, row[0], part, *row[1:], generation, parser) for row in reading.cost_states]
    rows["limit_event"] += [(file, *row[:2], part, *row[2:], generation) for row in reading.limits]
    rows["rejection"] += [
        (file, one.line, nth, part, one.offset, one.reason, generation) for nth, one in enumerate(reading.rejections)
    ]
    rows["boundary"] += [(file, *row[:2], part, *row[2:]) for row in reading.boundaries]
    rows["spawn"] += [(file, *row[:2], part, *row[2:]) for row in reading.spawns]
    if reading.moments:
        words = b"".join(word.to_bytes(4, "little") for word in reading.words)
        blobs = (b"".join(reading.moments), b"".join(reading.calls), b"".join(reading.results), words)
        rows["segment"].append((file, first, part, max(first, state.line), parser, *blobs))
    if reading.first_session and not state.named:  # the lines know better than the path
        state.session, state.named = reading.first_session, 1
    state.cwd = state.cwd or reading.cwd
    state.version = state.version or reading.version
    state.child = state.child or reading.agent_id
    state.brief = state.brief or reading.brief
