"""One line of the transformation ledger: the fields of a record in their order, as ASCII JSON."""

from __future__ import annotations

from _json import encode_basestring_ascii as quoted

from tallystick.kernel.jsontext import ascii_text, strict_text
from tallystick.kernel.sha256 import hexdigest
from tallystick.kernel.transformmodes import MEASURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA_VERSION = 1
_UNKNOWN = "null"


class Side:
    """One side of a change: the whole text, its bytes in UTF-8, how many, and their SHA-256 in hex."""

    __slots__ = ("data", "digest", "size", "text")

    def __init__(self, text: str) -> None:
        """UnicodeEncodeError where half a character stands in the text."""
        self.text = text
        self.data = text.encode()
        self.size = len(self.data)
        self.digest = hexdigest(self.data)


def head(run: str, task: str, mode: str) -> str:
    """Return what stands behind the event id in every record of a ledger, up to the session."""
    return f'","log_mode":"{mode}","run":{quoted(run)},"task":{quoted(task)},"session":'


def owner(session: str, turn: int | None, tool_call_id: str) -> str:
    """Return where a change happened: the value of the session, the turn and the tool call."""
    return f'{quoted(session)},"turn":{_UNKNOWN if turn is None else int(turn)},"tool_call_id":{quoted(tool_call_id)}'


def labels(bucket: str, layer: str, mechanism: str) -> str:
    """Return what a change is attributed to."""
    name = quoted(mechanism)
    return f'"bucket":{quoted(bucket)},"layer":{quoted(layer)},"mechanism":{name},"transform":{name}'


def measures(before: Side, after: Side, change_count: int) -> str:
    """Return the exact sizes, their differences and the hashes."""
    characters, new_characters = len(before.text), len(after.text)
    return (
        f'"measure_type":"exact","input_bytes":{before.size},"output_bytes":{after.size}'
        f',"delta_bytes":{after.size - before.size},"input_chars":{characters},"output_chars":{new_characters}'
        f',"delta_chars":{new_characters - characters},"change_count":{max(1, int(change_count))}'
        f',"input_sha256":"{before.digest}","output_sha256":"{after.digest}"'
    )


def details(ctx: Mapping[str, object] | None) -> str:
    """Return the details of a change as JSON; what cannot be written costs them, and nothing else of the record."""
    if not ctx:
        return "{}"
    try:
        return strict_text(dict(ctx))
    except Exception as error:  # noqa: BLE001 - the caller's own objects are turned into text here
        return f'{{"ctx_error":{quoted(type(error).__name__)}}}'


def legacy(
    labels_: tuple[str, str, str],
    characters: tuple[int, int],
    measure_type: str,
    where: tuple[str, int | None],
    ctx: Mapping[str, object] | None,
) -> bytes:
    """Return a record of a cost or an estimate in characters; a token counts for four of them, rounded down."""
    if measure_type not in MEASURES:
        raise ValueError(f"measure type {measure_type!r} is neither exact nor estimate")
    bucket, layer, mechanism = map(quoted, labels_)
    before, after = map(int, characters)
    session, turn = where
    return (
        f'{{"event":"savings","schema_version":{SCHEMA_VERSION},"session":{quoted(session)}'
        f',"turn":{_UNKNOWN if turn is None else int(turn)},"bucket":{bucket},"layer":{layer},"mechanism":{mechanism}'
        f',"measure_type":{quoted(measure_type)},"input_chars":{before},"output_chars":{after}'
        f',"delta_chars":{after - before},"delta_tokens_est":{(after - before) // 4},"ctx":{details(ctx)}}}\n'
    ).encode("ascii")


def evidence(changes: object, paths: tuple[str, str] | None, fault: str) -> str:
    """Return what a debug record has beside: the changes, and where the whole texts lie or why they do not."""
    found = f',"changes":{ascii_text(changes)}'
    if paths is None:
        return f'{found},"debug_write_error":{quoted(fault)}'
    return f'{found},"input_full_path":{quoted(paths[0])},"output_full_path":{quoted(paths[1])}'
