"""The parts of a Claude Code line that are read, as msgspec types.

Anything whose shape differs between tools or versions is Raw, so that only what is counted can refuse a line;
`plain.py` offers the same attributes for lines these types refuse.
"""

from __future__ import annotations

import json
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from tallystick.agents.claude_code import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")
_ABSENT = Raw()
Count = Annotated[int, Meta(ge=0, le=1 << 53)]


class Split(Struct, gc=False):
    ephemeral_5m_input_tokens: Count | None = 0
    ephemeral_1h_input_tokens: Count | None = 0


class ServerTools(Struct, gc=False):
    web_search_requests: Count | None = 0


class Usage(Struct, gc=False):
    input_tokens: Count | None = 0
    output_tokens: Count | None = 0
    cache_creation_input_tokens: Count | None = 0
    cache_read_input_tokens: Count | None = 0
    cache_creation: Split | None = None
    server_tool_use: ServerTools | None = None
    inference_geo: str | None = None
    service_tier: str | None = None
    speed: str | None = None


class Part(Struct, gc=False):
    """One block of a tool result's content."""

    type: str = ""
    text: str | None = None


class Block(Struct, gc=False):
    type: str = ""
    id: str = ""
    name: str = ""
    input: Raw = _ABSENT
    tool_use_id: str = ""
    content: str | list[Part] | Part | None = None
    text: str | None = None
    is_error: bool | None = False


class Message(Struct, gc=False):
    id: str | None = None
    model: str | None = None
    content: str | list[Block] | None = None
    stop_reason: str | None = None
    usage: Usage | None = None
    diagnostics: Raw = _ABSENT


class File(Struct, gc=False):
    """The file of a read's details."""

    content: Any = None


class Outcome(Struct, gc=False):
    """`toolUseResult` where it is an object."""

    agentId: Any = None
    backgroundTaskId: Any = None
    file: File | str | list[Raw] | float | bool | None = None
    interrupted: Any = None
    persistedOutputPath: Any = None


class Line(Struct, gc=False):
    type: str = ""
    subtype: str | None = None
    timestamp: str | None = None
    uuid: str | None = None
    parentUuid: str | None = None
    sessionId: str | None = None
    requestSessionId: str | None = None
    requestId: str | None = None
    agentId: str | None = None
    cwd: str | None = None
    gitBranch: str | None = None
    version: str | None = None
    isSidechain: bool | None = False
    isMeta: bool | None = False
    isCompactSummary: bool | None = False
    isApiErrorMessage: bool | None = False
    message: Message | None = None
    toolUseResult: Outcome | str | list[Raw] | int | float | None = None
    # read only for the rarer line types
    content: Raw = _ABSENT
    data: Raw = _ABSENT
    origin: Raw = _ABSENT
    compactMetadata: Raw = _ABSENT
    microcompactMetadata: Raw = _ABSENT
    commandRun: Raw = _ABSENT
    quotaLimits: Raw = _ABSENT
    toolDenialKind: Raw = _ABSENT
    error: Raw = _ABSENT
    modelUsage: Raw = _ABSENT
    totalCostUSD: Raw = _ABSENT


class Input(Struct, gc=False):
    """What is read of a tool call's input, whichever tool it is."""

    file_path: str | None = None
    notebook_path: str | None = None
    path: str | None = None
    command: str | None = None
    prompt: str | None = None
    offset: int | float | str | None = None
    limit: int | float | str | None = None
    replace_all: bool | None = None
    run_in_background: bool | None = None
    old_string: Any = None
    new_string: Any = None
    new_source: Any = None
    content: Any = None
    edits: Any = None


_DECODER = msgspec.json.Decoder(Line)
decode = _DECODER.decode
_OPEN, _CLOSE = b"{}"
_decode_input = msgspec.json.Decoder(Input).decode
_NO_INPUT = Input()


def decode_block(block: memoryview, ends: list[int]) -> list[Line]:
    """Decode whole lines at once where each is provably one object, else return none of them."""
    return whole_lines(_DECODER.decode_lines, block, ends)


def whole_lines(decode_lines: Callable[[memoryview], list[_T]], block: memoryview, ends: list[int]) -> list[_T]:
    """Decode lines that end where `ends` says at once; return none where one cannot be read or is not one object.

    To msgspec a line feed between two tokens is mere space, to us it ends a record. Where as many objects come out as
    there are lines, and each line starts and ends with a brace, no object goes on in the next line.
    """
    try:
        found = decode_lines(block)
    except (ValueError, RecursionError):
        return []
    if len(found) != len(ends):
        return []
    start = 0
    for end in ends:
        if block[start] != _OPEN or block[end - 1] != _CLOSE:
            return []
        start = end + 1
    return found


def text(raw: Raw) -> str | None:
    """Return a JSON string's text, None for anything else."""
    whole = str(raw, "utf-8", "surrogateescape")
    if whole[:1] != '"':
        return None
    if "\\" in whole:
        unescaped: str = scanstring(whole, 1, False)[0]  # noqa: FBT003 - a C function: no keywords
        return unescaped
    return whole[1:-1]


def value(raw: Raw) -> object:
    """Return any JSON value, None where there is none or it cannot be read."""
    try:
        return json.loads(str(raw, "utf-8", "surrogateescape")) if raw else None
    except (ValueError, RecursionError):
        return None


def length(raw: Raw) -> int:
    """Return the characters that the client's own JSON of a value takes."""
    if not raw or bytes(memoryview(raw)[:5]) == b"null":
        return 2
    try:
        compact = msgspec.json.format(bytes(memoryview(raw)), indent=-1)
    except (ValueError, RecursionError):
        return plain.length(value(raw))
    return len(compact.decode("utf-8", "surrogateescape"))


def file_text(found: object) -> str | None:
    """Return the text of the file that a read's details carry."""
    content = found.content if isinstance(found, File) else None
    return content if isinstance(content, str) else None


def parse_input(raw: Raw) -> Input | plain.Input:
    """Return the fields of a call's input; one that is no object has none."""
    try:
        return _decode_input(raw) if raw else _NO_INPUT
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return plain.parse_input(value(raw))


def payload(content: str | list[Part] | Part | None) -> tuple[str, bool]:
    """Return the text a tool result put into context and whether it held an image."""
    if content.__class__ is str:
        return content, False
    if content.__class__ is not list:
        return "", False
    texts = [part.text for part in content if part.type == "text" and part.text]
    return "".join(texts), any(part.type == "image" for part in content)


def canonical(raw: Raw) -> str:
    """Return JSON that depends on the value alone, not on spacing or key order."""
    try:
        found = msgspec.json.decode(raw)
    except (ValueError, RecursionError):
        found = value(raw)
    return plain.canonical(found)
