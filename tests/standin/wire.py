"""The protocol's shapes: a turn as one message, or as the events of a stream. Pure; sends nothing."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .script import Json, Turn


def blocks_of(turn: Turn, stem: str) -> list[Json]:
    """The content blocks, tool calls and thinking given ids and signatures that follow from `stem`."""
    blocks: list[Json] = []
    for place, said in enumerate(turn.say):
        if "tool" in said:
            name, given = said["tool"], said.get("input", {})
            blocks.append({"type": "tool_use", "id": f"toolu_{stem}{place:02d}", "name": name, "input": given})
        elif "thinking" in said:
            signature = hashlib.sha256(said["thinking"].encode()).hexdigest()
            blocks.append({"type": "thinking", "thinking": said["thinking"], "signature": signature})
        else:
            blocks.append({"type": "text", "text": said["text"]})
    return blocks


def message_of(turn: Turn, model: str, stem: str) -> Json:
    """The whole answer as a request without streaming gets it."""
    return {
        "id": f"msg_{stem}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks_of(turn, stem),
        "stop_reason": turn.stop_reason,
        "stop_sequence": None,
        "usage": turn.usage.wire(),
    }


def opening_of(block: Json) -> Json:
    """A block as `content_block_start` shows it: empty."""
    if block["type"] == "tool_use":
        return {**block, "input": {}}
    if block["type"] == "thinking":
        return {"type": "thinking", "thinking": "", "signature": ""}
    return {"type": "text", "text": ""}


def deltas_of(block: Json) -> Iterator[Json]:
    """A block's content in pieces, text cut in the middle so that no reader may rely on one delta."""
    if block["type"] == "tool_use":
        yield {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    elif block["type"] == "thinking":
        yield {"type": "thinking_delta", "thinking": block["thinking"]}
        yield {"type": "signature_delta", "signature": block["signature"]}
    else:
        half = len(block["text"]) // 2
        for piece in (block["text"][:half], block["text"][half:]):
            if piece:
                yield {"type": "text_delta", "text": piece}


def events_of(turn: Turn, model: str, stem: str) -> Iterator[tuple[str, Json]]:
    """The stream: every event with its name, in the order the API sends them."""
    message = message_of(turn, model, stem)
    opening = {**message, "content": [], "stop_reason": None, "usage": turn.usage.wire(turn.opening_output)}
    yield "message_start", {"message": opening}
    yield "ping", {}
    for place, block in enumerate(message["content"]):
        yield "content_block_start", {"index": place, "content_block": opening_of(block)}
        for delta in deltas_of(block):
            yield "content_block_delta", {"index": place, "delta": delta}
        yield "content_block_stop", {"index": place}
    closing = {key: count for key, count in turn.usage.wire().items() if key not in ("cache_creation", "service_tier")}
    yield "message_delta", {"delta": {"stop_reason": turn.stop_reason, "stop_sequence": None}, "usage": closing}
    yield "message_stop", {}
