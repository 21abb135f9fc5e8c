"""Lines as the standard library reads them: the same attributes as `shapes`, for what msgspec refuses.

It is lenient field by field: a field of the wrong kind counts as absent, except usage, whose refusal is named in
`Line.fault`. It also finds every object of a physical line, behind torn stubs too.
"""

from __future__ import annotations

import json
from json.decoder import JSONDecoder
from json.encoder import JSONEncoder

from tallystick.accounting import digests

_encode = JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
_decode = JSONDecoder(strict=False).raw_decode
_SPACE = " \t\r\n\x00\ufeff"
# A counter above 2^53 is no longer exact in the client's own arithmetic: it is a fault, not a count.
_LARGEST = 1 << 53
# How many openings behind a torn stub are tried, and how many characters may be read doing so.
_TRIES, _WORK = 200, 1 << 27


class Fault(Exception):
    """A part that is counted has a shape that cannot be read."""


def objects(text: str) -> tuple[list[dict[str, object]], list[str]]:
    """Return every whole object of a physical line, in order, and the reasons for what was left over."""
    found: list[dict[str, object]] = []
    reasons: list[str] = []
    at, end = _skip(text, 0), len(text)
    while at < end:
        try:
            value, at = _decode(text, at)
        except RecursionError:
            reasons.append("unreadable")
            break
        except ValueError:
            reasons.append("unreadable")
            at = _next_whole(text, at)
            if at < 0:
                break
            continue
        if isinstance(value, dict):
            found.append(value)
        else:
            reasons.append("not an object")
        at = _skip(text, at)
    return found, reasons


def _skip(text: str, at: int) -> int:
    end = len(text)
    while at < end and text[at] in _SPACE:
        at += 1
    return at


def _next_whole(text: str, torn: int) -> int:
    """Return where, behind a torn stub, an object starts that is a transcript line of its own, or -1.

    Objects nested in the stub also decode; only a line's own object carries `type` beside `sessionId` or `uuid`, and it
    reaches to the end of the physical line or to the next such object.
    """
    work = 0
    at = text.find("{", torn + 1)
    for _ in range(_TRIES):
        if at < 0 or work > _WORK:
            return -1
        try:
            value, stop = _decode(text, at)
        except (ValueError, RecursionError):
            work += len(text) - at
        else:
            if _is_line(value) and _ends(text, stop):
                return at
            at = stop - 1
            work += stop - at
        at = text.find("{", at + 1)
    return -1


def _is_line(value: object) -> bool:
    return isinstance(value, dict) and "type" in value and ("sessionId" in value or "leafUuid" in value)


def _ends(text: str, at: int) -> bool:
    at = _skip(text, at)
    return at == len(text) or text[at] == "{"


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _count(value: object) -> int:
    """Return a counter; absent and null are 0; anything but a whole number from 0 to 2^53 is a fault."""
    if value is None:
        return 0
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST:
        raise Fault
    return value


class Split:
    __slots__ = ("ephemeral_1h_input_tokens", "ephemeral_5m_input_tokens")

    def __init__(self, value: dict[str, object]) -> None:
        self.ephemeral_5m_input_tokens = _count(value.get("ephemeral_5m_input_tokens"))
        self.ephemeral_1h_input_tokens = _count(value.get("ephemeral_1h_input_tokens"))


class ServerTools:
    __slots__ = ("web_search_requests",)

    def __init__(self, value: dict[str, object]) -> None:
        self.web_search_requests = _count(value.get("web_search_requests"))


class Usage:
    __slots__ = (
        "cache_creation",
        "cache_creation_input_tokens",
        "cache_read_input_tokens",
        "inference_geo",
        "input_tokens",
        "output_tokens",
        "server_tool_use",
        "service_tier",
        "speed",
    )

    def __init__(self, value: dict[str, object]) -> None:
        self.input_tokens = _count(value.get("input_tokens"))
        self.output_tokens = _count(value.get("output_tokens"))
        self.cache_creation_input_tokens = _count(value.get("cache_creation_input_tokens"))
        self.cache_read_input_tokens = _count(value.get("cache_read_input_tokens"))
        split = value.get("cache_creation")
        self.cache_creation = Split(split) if isinstance(split, dict) else None
        tools = value.get("server_tool_use")
        self.server_tool_use = ServerTools(tools) if isinstance(tools, dict) else None
        self.inference_geo = _text(value.get("inference_geo"))
        self.service_tier = _text(value.get("service_tier"))
        self.speed = _text(value.get("speed"))


class Block:
    __slots__ = ("content", "id", "input", "is_error", "name", "text", "tool_use_id", "type")

    def __init__(self, value: dict[str, object]) -> None:
        self.type = _text(value.get("type")) or ""
        self.id = _text(value.get("id")) or ""
        self.name = _text(value.get("name")) or ""
        self.input = value.get("input")
        self.tool_use_id = _text(value.get("tool_use_id")) or ""
        self.content = value.get("content")
        self.text = value.get("text")
        self.is_error = value.get("is_error") is True


class Message:
    __slots__ = ("content", "id", "model", "role", "stop_reason", "usage")

    def __init__(self, value: dict[str, object]) -> None:
        self.id = _text(value.get("id"))
        self.model = _text(value.get("model"))
        self.role = _text(value.get("role"))
        content = value.get("content")
        self.content: str | list[Block] | None = None
        if isinstance(content, str):
            self.content = content
        elif isinstance(content, list):
            self.content = [Block(block) for block in content if isinstance(block, dict)]
        self.stop_reason = _text(value.get("stop_reason"))
        usage = value.get("usage")
        if usage is not None and not isinstance(usage, dict):
            raise Fault
        self.usage = Usage(usage) if isinstance(usage, dict) else None


class Outcome:
    __slots__ = ("agentId", "backgroundTaskId", "file", "interrupted", "persistedOutputPath")

    def __init__(self, value: dict[str, object]) -> None:
        self.agentId = value.get("agentId")
        self.backgroundTaskId = value.get("backgroundTaskId")
        self.file = value.get("file")
        self.interrupted = value.get("interrupted")
        self.persistedOutputPath = value.get("persistedOutputPath")


_TEXTS = (
    "subtype",
    "timestamp",
    "uuid",
    "parentUuid",
    "sessionId",
    "requestSessionId",
    "requestId",
    "agentId",
    "cwd",
    "gitBranch",
    "version",
)
_CLAIMS = ("isSidechain", "isMeta", "isCompactSummary", "isApiErrorMessage")
_OTHERS = (
    "content",
    "data",
    "origin",
    "compactMetadata",
    "microcompactMetadata",
    "commandRun",
    "quotaLimits",
    "error",
    "modelUsage",
    "totalCostUSD",
)


class Line:
    """One transcript line; `fault` says that its message or usage could not be read."""

    __slots__ = (*_TEXTS, *_CLAIMS, *_OTHERS, "fault", "message", "toolUseResult", "type")
    requestId: str | None
    timestamp: str | None
    uuid: str | None
    data: object

    def __init__(self, value: dict[str, object]) -> None:
        self.type = _text(value.get("type")) or ""
        for name in _TEXTS:
            setattr(self, name, _text(value.get(name)))
        for name in _CLAIMS:
            setattr(self, name, value.get(name) is True)
        for name in _OTHERS:
            setattr(self, name, value.get(name))
        self.fault = False
        self.message: Message | None = None
        message = value.get("message")
        if isinstance(message, dict):
            try:
                self.message = Message(message)
            except Fault:
                self.fault = True
                self.message = Message({**message, "usage": None})
        elif message is not None:
            self.fault = self.type in ("assistant", "user")
        outcome = value.get("toolUseResult")
        self.toolUseResult = Outcome(outcome) if isinstance(outcome, dict) else outcome


class Input:
    """What is read of a tool call's input, whichever tool it is."""

    _TEXTS = ("file_path", "notebook_path", "path", "command", "prompt")
    _OTHERS = ("offset", "limit", "old_string", "new_string", "new_source", "content")
    __slots__ = (*_TEXTS, *_OTHERS, "replace_all", "run_in_background")

    def __init__(self, fields: dict[str, object]) -> None:
        for name in self._TEXTS:
            setattr(self, name, _text(fields.get(name)))
        for name in self._OTHERS:
            setattr(self, name, fields.get(name))
        self.replace_all = fields.get("replace_all") is True
        self.run_in_background = fields.get("run_in_background") is True


def parse_input(found: object) -> Input:
    """Return the fields of a call's input; one that is no object has none."""
    return Input(found if isinstance(found, dict) else {})


def text(found: object) -> str | None:
    """Return a JSON string's text, None for anything else."""
    return found if isinstance(found, str) else None


def value(found: object) -> object:
    """Return any JSON value."""
    return found


def length(found: object) -> int:
    """Return the characters that the client's own JSON of a value takes."""
    return len(json.dumps({} if found is None else found, ensure_ascii=False, separators=(",", ":")))


def written(found: object) -> int:
    """Return the key of a JSON string as the client writes it, 0 where there is none."""
    return 0 if found is None else digests.key_of_bytes(_written(found))


def _written(found: object) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def bare(found: object) -> bytes | None:
    """Return the hash of the file text that a read's details carry, as the client writes it."""
    content = found.get("content") if isinstance(found, dict) else None
    return digests.payload(_written(content)) if isinstance(content, str) else None


def lowered(found: object) -> str:
    """Return a text in lower case."""
    return found.lower() if isinstance(found, str) else ""


def payload(found: object) -> tuple[bytes | None, bool]:
    """Return the UTF-8 of the text a tool result put into context (None: no text) and whether it held an image."""
    if isinstance(found, str):
        return encode(found), False
    if not isinstance(found, list):
        return None, False
    parts = [part for part in found if isinstance(part, dict)]
    texts = [part["text"] for part in parts if part.get("type") == "text" and isinstance(part.get("text"), str)]
    return (encode("".join(texts)) if texts else None), any(part.get("type") == "image" for part in parts)


def encode(text: str) -> bytes:
    """Return a text's bytes: those it was read from, where they were no UTF-8, and lone surrogates as such."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def canonical(found: object) -> str:
    """Return JSON that depends on the value alone, not on spacing or key order."""
    return _encode(found)


def decode(record: bytes | memoryview) -> Line:
    """Return one line; ValueError where it is not exactly one readable object."""
    found, reasons = objects(str(record, "utf-8", "surrogateescape"))
    if reasons or len(found) != 1:
        raise ValueError(reasons)
    return Line(found[0])
