"""The texts on one line of a transcript, for a person who asks to see them; nothing here is ever stored."""

from __future__ import annotations

from tallystick.kernel.jsontext import objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def texts(record: bytes, part: int) -> list[tuple[str, str]]:
    """Return what the nth object of a line says, each text with what it is; empty where there is no such object."""
    found, _ = objects(record.decode("utf-8", "surrogateescape"))
    if not 0 < part <= len(found):
        return []
    message = found[part - 1].get("message")
    if not isinstance(message, dict):
        return [("object", _written(found[part - 1]))]
    return list(_of_message(str(message.get("role") or "message"), message.get("content")))


def effort(record: bytes) -> str:
    """Return the effort at which a line says that its response was made, "" where it says none."""
    found, _ = objects(record.decode("utf-8", "surrogateescape"))
    return next((value for one in found if isinstance(value := one.get("effort"), str)), "")


def _of_message(role: str, content: object) -> Iterator[tuple[str, str]]:
    if isinstance(content, str):
        yield role, content
        return
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict):
            yield from _of_block(role, block)


def _of_block(role: str, block: dict[str, object]) -> Iterator[tuple[str, str]]:
    kind = str(block.get("type"))
    if kind in {"text", "thinking"}:
        yield role if kind == "text" else kind, str(block.get(kind) or "")
    elif kind == "tool_use":
        yield f"call of {block.get('name')}", _written(block.get("input"))
    elif kind == "tool_result":
        inner = block.get("content")
        if isinstance(inner, str):
            yield "result", inner
        for part in inner if isinstance(inner, list) else ():
            if isinstance(part, dict):
                yield "result", str(part["text"]) if "text" in part else f"({part.get('type')})"
    else:
        yield role, f"({kind})"


def _written(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=1)
