"""The texts of one entry, for a person who asks to see them; nothing here is ever stored."""

from __future__ import annotations

from tallystick.agents.pi.entries import blocks, read, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.agents.pi.entries import Entry


def texts(record: bytes, part: int) -> list[tuple[str, str]]:
    """Return what the nth object of a line says, each text with what it is; empty where there is no such object."""
    found, _ = read(record)
    if not 0 < part <= len(found):
        return []
    entry = found[part - 1]
    return list(_of_message(entry)) if entry.role else [(entry.kind or "object", _written(entry.value))]


def effort(record: bytes) -> str:
    """Return the thinking level at which a line says that its response was made, "" where it says none."""
    return next((level for entry in read(record)[0] if (level := text(entry.message, "thinkingLevel"))), "")


def _of_message(entry: Entry) -> Iterator[tuple[str, str]]:
    if entry.role == "bashExecution":
        yield "command", text(entry.message, "command")
        yield "output", text(entry.message, "output")
    for block in blocks(entry.message.get("content")):
        kind = text(block, "type")
        if kind == "toolCall":
            yield f"call of {text(block, 'name')}", _written(block.get("arguments"))
        elif kind in ("text", "thinking"):
            yield {"text": entry.role, "thinking": kind}[kind], text(block, kind)
        else:
            yield entry.role, f"({kind})"


def _written(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=1)
