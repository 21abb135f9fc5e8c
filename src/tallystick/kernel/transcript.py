"""One physical line of a transcript, as far as a session's running totals need it.

What cannot matter is passed over undecoded; any legal spelling of what matters is read.
"""

from __future__ import annotations

from tallystick.kernel import usage
from tallystick.kernel.jsontext import decode_at, json_units, objects, units
from tallystick.kernel.responses import SYNTHETIC, identity
from tallystick.kernel.sessionfold import CLAIMED, CLAIMED_AWAY, NESTED, SIDE, STOPPED, UNKNOWN, Line, key_of
from tallystick.kernel.times import Clockwork

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.kernel.sessionfold import SessionFold

    Entry = Mapping[str, object]

# Letters need no escape in JSON but may be written as one: then a key is spelt so that no search finds it.
_SPELT = (b"\\u004", b"\\u005", b"\\u006", b"\\u007")
_MOST_AWAY = 256
_BRACE = 0x7D
# What the client keeps of a tool's result for itself, on a user's line behind the message, and what stands behind that:
# one of these, of which older and newer clients write others, or nothing.
_USER, _OWN_RESULT = b'"type":"user"', b',"toolUseResult":'
_BEHIND = (b',"userType":"', b',"sourceToolAssistantUUID":"', b',"uuid":"')
_SESSION, _MESSAGE, _TYPE = b'"sessionId":', b'"message":', b'"type":'
_FRONT, _BACK = 1000, 2000  # bytes of a line at its ends, within which clients write what decides most of them


class Reader:
    """Reads lines into a fold. Lines that name no session are of the fold's own."""

    __slots__ = ("_fold", "_has_blocks", "_key", "_line", "_ms", "_name", "_session", "_usage")

    def __init__(self, fold: SessionFold) -> None:
        self._fold = fold
        self._session = fold.session
        self._ms = Clockwork().ms
        self._line = Line()
        self._usage: Entry | None = None  # the one that the line holds
        self._name = ""
        self._key = ""
        self._has_blocks = True  # whether what messages hold matters

    def feed(self, record: bytes, file: int, at: int) -> None:
        """Read the line of a file that starts at an offset (bytes)."""
        if _matters(record, 0, len(record)):
            self._decode(record, 0, len(record), file, at)

    def feed_lines(self, data: bytes, start: int, end: int, file: int, at: int) -> None:
        """Read the whole lines from `start` to `end`, where data's first byte lies at an offset of the file (bytes)."""
        find, decode = data.find, self._decode
        while start < end:
            stop = find(b"\n", start)
            # where clients write them first: most lines are decided within their first or last thousand bytes
            if (
                find(b'"tool_', start, min(stop, start + _FRONT)) >= 0
                or find(b'"usage"', max(start, stop - _BACK), stop) >= 0
                or _matters(data, start, stop)
            ):
                decode(data, start, stop, file, at + start)
            start = stop + 1

    def feed_usage(self, data: bytes, file: int, at: int) -> None:
        """Read the lines of `data`, which lies at an offset of the file (bytes), as `feed` does; for whoever asks for
        recorded usage and nothing that is counted or estimated. Lines without usage are not even taken out.
        """
        self._has_blocks = False
        start, named, spelt = 0, data.find(b'"usage"'), _find_spelt(data, 0, len(data))
        while named >= 0 or spelt >= 0:
            found = named if spelt < 0 or 0 <= named < spelt else spelt
            begin = data.rfind(b"\n", start, found) + 1 or start
            end = data.find(b"\n", found)
            if end < 0:
                end = len(data)
            self._decode(data, begin, end, file, at + begin)
            start = end + 1
            if 0 <= named < start:
                named = data.find(b'"usage"', start)
            if 0 <= spelt < start:
                spelt = _find_spelt(data, start, len(data))

    def _decode(self, data: bytes, start: int, stop: int, file: int, at: int) -> None:
        self._fold.positions[file] = at
        short = _shortened(data, start, stop)
        value = _whole(short) if short else None
        if value is None:
            value = _whole(data[start:stop])
        if value is not None:
            self._read(value, file, 1)
            return
        text = data[start:stop].decode("utf-8", "surrogateescape")
        for part, found in enumerate(objects(text)[0], 1):
            self._read(found, file, part)

    def _read(self, entry: Entry, file: int, part: int) -> None:
        kind = entry.get("type")
        session = entry.get("sessionId")
        is_own = session == self._session or not session or not isinstance(session, str)
        message = entry.get("message")
        if message.__class__ is not dict:
            if kind == "progress":
                self._read_progress(entry, file, is_own=is_own)
        elif kind == "assistant":
            self._read_answer(entry, message, file, part, is_own=is_own)
        elif kind == "user" and is_own:
            self._read_results(message.get("content"))

    def _read_answer(self, entry: Entry, message: Entry, file: int, part: int, *, is_own: bool) -> None:
        flags = self._claim(entry) if "requestSessionId" in entry else 0
        visible = self._read_blocks(message.get("content"), is_own=is_own, is_away=flags == CLAIMED_AWAY)
        name = _name(entry, message) or f"{file}:{self._fold.positions[file]}.{part}"
        if entry.get("isSidechain") is True:
            flags |= SIDE
        self._line.t = self._ms(_text(entry.get("timestamp")))
        self._fold_usage(message, name, file, flags, visible, is_own=is_own, is_nested=False)

    def _claim(self, entry: Entry) -> int:
        """Return the flag of a line that says whose request it is."""
        claim = entry.get("requestSessionId")
        if not claim or not isinstance(claim, str):
            return 0
        return CLAIMED if claim == self._session else CLAIMED_AWAY

    def _fold_usage(
        self, message: Entry, name: str, file: int, flags: int, visible: int, *, is_own: bool, is_nested: bool
    ) -> None:
        found, model, line = message.get("usage"), message.get("model"), self._line
        if not isinstance(found, dict) or model == SYNTHETIC:
            return
        if found != self._usage:  # the lines of a response mostly repeat one usage
            if not self._take_usage(found):
                return
            self._usage = found
        stop = message.get("stop_reason")
        line.flags = flags | STOPPED if stop and isinstance(stop, str) else flags
        line.is_own = is_own
        line.model = model if isinstance(model, str) else ""
        line.visible = visible
        if name != self._name:
            self._name, self._key = name, key_of(name)
        self._fold.respond(self._key + NESTED if is_nested else self._key, file, line)

    def _take_usage(self, found: Entry) -> bool:
        """Put usage into the line; say whether it can be read."""
        line = self._line
        try:
            line.counts = usage.counts(found)
        except usage.Fault:
            return False
        thinking = usage.thinking(found)
        line.thinking = UNKNOWN if thinking is None else thinking
        line.variant = usage.variant(found.get("speed"), found.get("inference_geo"), found.get("service_tier"))
        return True

    def _read_blocks(self, content: object, *, is_own: bool, is_away: bool) -> int:
        """Return the visible characters of an answer: its texts, and its calls with names and inputs."""
        if isinstance(content, str):
            return units(content)
        visible = 0
        if not self._has_blocks:
            return 0
        for block in content if isinstance(content, list) else ():
            if not isinstance(block, dict):
                continue
            kind = block.get("type")
            if kind == "text":
                visible += units(_text(block.get("text")) or "")
            elif kind == "tool_use":
                given = block.get("input")  # what could be read is not too deep to be written
                size = units(_text(block.get("name")) or "") + json_units({} if given is None else given)
                visible += size
                if is_away:
                    self._wait(_text(block.get("id")))
                elif is_own:
                    self._fold.calls += 1
                    self._fold.call_units += size
        return visible

    def _wait(self, call: str | None) -> None:
        """Remember a copied call: its result is a copy too, but no mark says so."""
        away = self._fold.away
        if call and len(away) < _MOST_AWAY:
            away[call] = None

    def _read_results(self, content: object) -> None:
        fold = self._fold
        for block in content if self._has_blocks and isinstance(content, list) else ():
            if not isinstance(block, dict) or block.get("type") != "tool_result":
                continue
            if fold.away and fold.away.pop(_text(block.get("tool_use_id")) or "", 0) is None:
                continue
            fold.results += 1
            inner = block.get("content")
            if isinstance(inner, str):
                fold.result_units += units(inner)
            for item in inner if isinstance(inner, list) else ():
                if isinstance(item, dict) and item.get("type") == "text":
                    fold.result_units += units(_text(item.get("text")) or "")

    def _read_progress(self, entry: Entry, file: int, *, is_own: bool) -> None:
        """A child's answer inside its parent's progress line: it counts where no other line shows it."""
        data = entry.get("data")
        inner = data.get("message") if isinstance(data, dict) and data.get("type") == "agent_progress" else None
        message = inner.get("message") if isinstance(inner, dict) and inner.get("type") == "assistant" else None
        if not isinstance(inner, dict) or not isinstance(message, dict):
            return
        name = _name(inner, message)
        if name is not None:
            t = self._ms(_text(inner.get("timestamp")))
            self._line.t = t if t >= 0 else self._ms(_text(entry.get("timestamp")))
            self._fold_usage(message, name, file, self._claim(inner) | SIDE, 0, is_own=is_own, is_nested=True)


def _name(entry: Entry, message: Entry) -> str | None:
    found = message.get("id")
    if found and isinstance(found, str):
        return found
    return identity(None, _text(entry.get("requestId")), _text(entry.get("uuid")))


def _whole(record: bytes) -> Entry | None:
    """Return the one object that a line is, None where it is anything else."""
    text = record.decode("utf-8", "surrogateescape")
    try:
        value, end = decode_at(text, 0)
    except (ValueError, RecursionError):
        return None
    return value if end == len(text) and isinstance(value, dict) else None


def _matters(data: bytes, start: int, stop: int) -> bool:
    """Say whether a line may hold traffic of tools or usage."""
    return (
        data.find(b'"tool_', start, stop) >= 0
        or data.find(b'"usage"', start, stop) >= 0
        or _find_spelt(data, start, stop) >= 0
    )


def _shortened(data: bytes, start: int, stop: int) -> bytes:
    """Return a user's line without what the client keeps of a tool's result for itself, which nothing here asks for and
    which is more than half of all bytes; nothing where there is none, or where that or what stands behind it may hold
    what matters: the line's session, or another line, behind a torn one.
    """
    user = data.find(_USER, start, min(stop, start + _FRONT))
    at = data.find(_OWN_RESULT, user, stop) if user >= 0 else -1
    if at < 0:
        return b""
    for mark in _BEHIND:
        end = data.rfind(mark, max(at, stop - _BACK), stop)
        if end >= 0:
            break
    else:
        end = stop - 1
        if data[end] != _BRACE:
            return b""
    is_odd = (data.find(_SESSION, start, at) < 0) == (data.find(_SESSION, end, stop) < 0)
    if is_odd or data.find(_MESSAGE, at, stop) >= 0 or data.find(_TYPE, end, stop) >= 0:
        return b""
    return data[start:at] + data[end:stop]


def _find_spelt(data: bytes, start: int, stop: int) -> int:
    """Return where a letter is escaped, -1 where none is; other escapes are common."""
    at = data.find(b"\\u00", start, stop)
    while at >= 0 and data[at : at + 5] not in _SPELT:
        at = data.find(b"\\u00", at + 4, stop)
    return at


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
