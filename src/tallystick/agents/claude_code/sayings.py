"""What was said in a transcript, in order: texts of the model, its calls, boundaries and summaries. Nothing is stored.

It reads on demand, for whoever asks what a compaction dropped, so it decodes only lines that may matter.
"""

from __future__ import annotations

from tallystick.kernel.jsontext import objects
from tallystick.kernel.responses import SYNTHETIC
from tallystick.model.talk import BOUNDARY, CALL, SUMMARY, TEXT, Said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WORTH = (b'"assistant"', b"compact_boundary", b"isCompactSummary")
_SUBJECTS = ("file_path", "notebook_path", "path", "command", "pattern", "url", "description")
_SHOWN = 80  # characters of what a call is about


def talk(records: Iterable[tuple[int, bytes]]) -> Iterator[Said]:
    """Yield what the lines (number, bytes) of one transcript say, those of side chains left out."""
    for line, record in records:
        if any(mark in record for mark in _WORTH):
            found, _ = objects(record.decode("utf-8", "surrogateescape"))
            for part, entry in enumerate(found, 1):
                if not entry.get("isSidechain"):
                    yield from _said(entry, line, part)


def _said(entry: dict[str, object], line: int, part: int) -> Iterator[Said]:
    kind, message = entry.get("type"), entry.get("message")
    about = (line, part, _text(entry.get("uuid")), _text(entry.get("timestamp")))
    if kind == "system" and entry.get("subtype") == "compact_boundary":
        yield Said(BOUNDARY, *about, preserved=frozenset(_preserved(entry.get("compactMetadata"))))
    elif isinstance(message, dict) and kind == "user" and entry.get("isCompactSummary"):
        yield Said(SUMMARY, *about, text="\n".join(_texts(message.get("content"))))
    elif isinstance(message, dict) and kind == "assistant" and message.get("model") != SYNTHETIC:
        model = _text(message.get("model"))
        for block in _blocks(message.get("content")):
            if block.get("type") == "text":
                yield Said(TEXT, *about, text=_text(block.get("text")), model=model)
            elif block.get("type") == "tool_use":
                yield Said(CALL, *about, text=_call(block), model=model)


def _preserved(metadata: object) -> Iterator[str]:
    kept = metadata.get("preservedMessages") if isinstance(metadata, dict) else None
    for name in ("uuids", "allUuids"):
        listed = kept.get(name) if isinstance(kept, dict) else None
        yield from (uuid for uuid in listed if isinstance(uuid, str)) if isinstance(listed, list) else ()


def _call(block: dict[str, object]) -> str:
    """Return a call in a few words: the tool and what it is about."""
    given = block.get("input")
    subject = ""
    if isinstance(given, dict):
        subject = next((str(given[name]) for name in _SUBJECTS if given.get(name)), "")
    words = f"{_text(block.get('name'))} {' '.join(subject.split())}".strip()
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"


def _texts(content: object) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [_text(block.get("text")) for block in _blocks(content) if block.get("type") == "text"]


def _blocks(content: object) -> list[dict[str, object]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
