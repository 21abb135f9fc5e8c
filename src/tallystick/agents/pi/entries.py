"""Entries: the objects of a pi session, with only such fields as have the shape pi gives them.

A field of another shape is as good as absent; an entry whose message or usage cannot be read has a `fault`.
"""

from __future__ import annotations

from tallystick.kernel.jsontext import objects
from tallystick.kernel.times import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


_LATEST = 253402300799999  # the last millisecond of the year 9999


class Entry:
    """One entry; `message` is its message, empty where it has none, `value` all of it."""

    __slots__ = ("fault", "id", "kind", "message", "parent", "role", "time", "value")

    def __init__(self, value: dict[str, object]) -> None:
        message = value.get("message")
        self.value = value
        self.kind = text(value, "type")
        self.id = text(value, "id")
        self.parent = text(value, "parentId")
        self.time = text(value, "timestamp")
        self.message: dict[str, object] = message if isinstance(message, dict) else {}
        self.role = text(self.message, "role") if self.kind == "message" else ""
        self.fault = self.kind == "message" and not self.role


def read(record: bytes | memoryview) -> tuple[list[Entry], list[str]]:
    """Return the entries of a physical line and the reasons for what of it could not be read."""
    found, reasons = objects(bytes(record).decode("utf-8", "surrogateescape"), is_line=_is_entry)
    return [Entry(value) for value in found], reasons


def _is_entry(value: object) -> bool:
    return isinstance(value, dict) and "type" in value and "timestamp" in value


def moment(entry: Entry, ms: Callable[[str], int]) -> int:
    """Return an entry's time (ms, -1 unknown): its own, else its message's, which is a number."""
    t = ms(entry.time)
    stated = entry.message.get("timestamp")
    if t == UNKNOWN and isinstance(stated, int | float) and 0 <= stated <= _LATEST:
        return int(stated)
    return t


def text(value: dict[str, object], name: str) -> str:
    """Return a field's text, empty where it is absent or no text."""
    found = value.get(name)
    return found if isinstance(found, str) else ""


def blocks(content: object) -> Iterable[dict[str, object]]:
    """Return the blocks of a message's content; a mere text is one block."""
    if isinstance(content, str):
        return ({"type": "text", "text": content},)
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else ()


def said(content: object) -> tuple[str, bool]:
    """Return the text of a message's content and whether it holds an image."""
    found = list(blocks(content))
    return "".join(text(one, "text") for one in found if one.get("type") == "text"), any(
        one.get("type") == "image" for one in found
    )
