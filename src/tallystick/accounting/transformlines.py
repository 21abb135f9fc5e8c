"""Reads lines of a transformation ledger: a record whose own arithmetic holds, or the reason why it is refused."""

from __future__ import annotations

import msgspec

from tallystick.kernel.jsontext import decode

TRANSFORMATION = "transformation"
LEGACY = "savings"
_UNKNOWN = -1
_SIZES = ("input_bytes", "output_bytes", "input_chars", "output_chars")


class Line(msgspec.Struct, gc=False):
    """What is read of a line of either kind; -1 is a size that it does not say."""

    event: str = ""
    schema_version: int = 1
    event_id: str = ""
    run: str = ""
    task: str = ""
    session: str | None = ""
    turn: int | str | None = None
    tool_call_id: str | None = ""
    surface: str = ""
    chain_id: str | None = ""
    chain_step: int = 0
    bucket: str = ""
    layer: str = ""
    mechanism: str = ""
    measure_type: str = "exact"
    input_bytes: int = _UNKNOWN
    output_bytes: int = _UNKNOWN
    delta_bytes: int | None = None
    input_chars: int = _UNKNOWN
    output_chars: int = _UNKNOWN
    delta_chars: int | None = None
    change_count: int = 0
    input_sha256: str = ""
    output_sha256: str = ""


class FullLine(Line):
    """Also what a debug record holds beside."""

    log_mode: str = ""
    transform: str = ""
    changes: list[Change] | None = None
    input_full_path: str | None = None
    output_full_path: str | None = None
    debug_write_error: str | None = None


class Change(msgspec.Struct):
    """One located change."""

    input_byte_range: tuple[int, int]
    output_byte_range: tuple[int, int]
    before: str
    after: str


DECODER = msgspec.json.Decoder(Line)
FULL_DECODER = msgspec.json.Decoder(FullLine)


def read(line: bytes | memoryview) -> Line | str:
    """Return the record of a line, or why there is none; a line with nothing on it is ""."""
    try:
        found = DECODER.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return _read_slowly(bytes(line), Line)
    return fault_of(found) or found


def read_fully(line: bytes | memoryview) -> FullLine | str:
    """Return everything that a line says, or why there is nothing."""
    try:
        found = FULL_DECODER.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        slow = _read_slowly(bytes(line), FullLine)
        assert isinstance(slow, FullLine | str)
        return slow
    return fault_of(found) or found


def _read_slowly(line: bytes, kind: type[Line]) -> Line | str:
    """Read what the quick decoder does not take: half characters, numbers that are none, in fields nobody counts."""
    if not line.strip():
        return ""
    try:
        value = decode(line.decode())
    except UnicodeDecodeError:
        return "not UTF-8"
    except ValueError:
        return "not JSON"
    except RecursionError:
        return "nested too deep"
    if not isinstance(value, dict):
        return "not an object"
    try:
        found = msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return fault_of(found) or found


def fault_of(line: Line) -> str:
    """Return why a record cannot be counted, "" where it can."""
    if line.event != TRANSFORMATION:
        return _fault_of_legacy(line)
    if line.schema_version != 1:
        return f"schema_version {line.schema_version}, which this tally does not know"
    for name in _SIZES:
        if getattr(line, name) < 0:
            return f"{name} is missing or negative"
    if line.output_bytes - line.input_bytes != line.delta_bytes:
        return "delta_bytes is not output_bytes - input_bytes"
    if line.output_chars - line.input_chars != line.delta_chars:
        return "delta_chars is not output_chars - input_chars"
    return ""


def _fault_of_legacy(line: Line) -> str:
    if line.delta_chars is None or not line.bucket:
        return "neither a transformation nor a saving"
    known = line.input_chars >= 0 and line.output_chars >= 0
    if known and line.output_chars - line.input_chars != line.delta_chars:
        return "delta_chars is not output_chars - input_chars"
    return ""
