"""Reads one line of a transcript again and says whether the index still tells what stands there."""

from __future__ import annotations

import os

from tallystick.accounting.commands import Describer
from tallystick.accounting.names import Names
from tallystick.agents import AGENTS
from tallystick.host import words
from tallystick.kernel.jsontext import LONGEST
from tallystick.model import event
from tallystick.model.reading import Memory, Reading
from tallystick.model.source import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.answers import EventRow

SAME, CHANGED, GONE = range(3)
_CHUNK = 1 << 20
# Of a call all but where its words stand is compared; of a result, all but the flags that earlier lines decide.
_CALL = slice(0, 16)
_RESULT = slice(0, 7)


def read_line(path: str, offset: int) -> bytes | None:
    """Return the record that starts at an offset, without its LF; None where the file is gone or ends before."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    found = bytearray()
    try:
        while len(found) < LONGEST:
            chunk = os.pread(handle, _CHUNK, offset + len(found))
            end = chunk.find(b"\n")
            found += chunk if end < 0 else chunk[:end]
            if end >= 0 or not chunk:
                break
    finally:
        os.close(handle)
    return bytes(found) or None


def compare(row: EventRow) -> int:
    """Return SAME where the line, read again, gives the same event, CHANGED where it does not, GONE without a line."""
    if row.moment is None:
        return GONE
    line, part, offset = row.moment[0], row.moment[1], row.moment[4]
    record = read_line(row.path, offset)
    if record is None:
        return GONE
    agent = next((agent for agent in AGENTS if row.agent == agent.NAME), None)
    if agent is None:
        return CHANGED
    reading = Reading()
    describer = Describer(words.load())
    place = Place(row.transcript, row.session, is_subagent=False)
    reader = agent.reader(
        reading,
        Memory(),
        names=Names(),
        describer=describer,
        place=place,
        typed=False,
    )
    reader.feed(record, line, offset)
    moments = [found for found in map(event.MOMENT.unpack, reading.moments) if found[1] == part]
    calls = [found[_CALL] for found in map(event.CALL_ROW.unpack, reading.calls) if found[1] == part]
    results = [
        (*found[_RESULT], *found[8:]) for found in map(event.RESULT_ROW.unpack, reading.results) if found[1] == part
    ]
    stored = [call[_CALL] for call in row.calls], [(*result[_RESULT], *result[8:]) for result in row.results]
    return SAME if moments == [row.moment] and (calls, results) == stored else CHANGED
