"""Lines as the standard library reads them: the same attributes as `shapes`, for what msgspec refuses.

It is lenient field by field: a field of the wrong kind counts as absent, except usage, whose refusal is named in
`Line.fault`.
"""

from __future__ import annotations

import json
from json.encoder import JSONEncoder

from tallystick.kernel.jsontext import objects
from tallystick.kernel.usage import Fault, count

_encode = JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


class Split:
    __slots__ = ("ephemeral_1h_input_tokens", "ephemeral_5m_input_tokens")

    def __init__(self, value: dict[str, object]) -> None:
        self.ephemeral_5m_input_tokens = count(value.get("ephemeral_5m_input_tokens"))
        self.ephemeral_1h_input_tokens = count(value.get("ephemeral_1h_input_tokens"))


class ServerTools:
    __slots__ = ("web_search_requests",)

    def __init__(self, value: dict[str, object]) -> None:
        self.web_search_requests = count(value.get("web_search_requests"))


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
        self.input_tokens = count(value.get("input_tokens"))
        self.output_tokens = count(value.get("output_tokens"))
        self.cache_creation_input_tokens = count(value.get("cache_creation_input_tokens"))
        self.cache_read_input_tokens = count(value.get("cache_read_input_tokens"))
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
        self.text = _text(value.get("text"))
        self.is_error = value.get("is_error") is True


class Message:
    __slots__ = ("content", "diagnostics", "id", "model", "role", "stop_reason", "usage")

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
        self.diagnostics = value.get("diagnostics")
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
    "toolDenialKind",
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
    _OTHERS = ("offset", "limit", "old_string", "new_string", "new_source", "content", "edits")
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


def file_text(found: object) -> str | None:
    """Return the text of the file that a read's details carry."""
    content = found.get("content") if isinstance(found, dict) else None
    return content if isinstance(content, str) else None


def payload(found: object) -> tuple[str, bool]:
    """Return the text a tool result put into context and whether it held an image."""
    if isinstance(found, str):
        return found, False
    if not isinstance(found, list):
        return "", False
    parts = [part for part in found if isinstance(part, dict)]
    texts = [part["text"] for part in parts if part.get("type") == "text" and isinstance(part.get("text"), str)]
    return "".join(texts), any(part.get("type") == "image" for part in parts)


def canonical(found: object) -> str:
    """Return JSON that depends on the value alone, not on spacing or key order."""
    return _encode(found)


def decode(record: bytes | memoryview) -> Line:
    """Return one line; ValueError where it is not exactly one readable object."""
    found, reasons = objects(str(record, "utf-8", "surrogateescape"))
    if reasons or len(found) != 1:
        raise ValueError(reasons)
    return Line(found[0])
