"""Entries of pi sessions, made by hand after its session format: the present one (3), and the first (1)."""

from __future__ import annotations

import json
from typing import Any

HEADER = {
    "type": "session",
    "version": 3,
    "id": "0199aa01-0001",
    "timestamp": "2026-03-02T09:00:00.000Z",
    "cwd": "/srv/kiln",
}


def line(**value: Any) -> bytes:
    """One entry as pi writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def header(**changed: Any) -> bytes:
    """The first line of a session."""
    return line(**(HEADER | changed))


def message(second: float, *, entry: str | None = None, parent: str | None = None, **message: Any) -> bytes:
    """A message so many seconds after nine; without an entry's id it is of the first format."""
    time = f"2026-03-02T09:{int(second) // 60:02d}:{second % 60:06.3f}Z"
    named = {} if entry is None else {"id": entry, "parentId": parent}
    return line(type="message", **named, timestamp=time, message=message)


def usage(fresh: int, out: int, read: int = 0, written: int = 0, **more: int) -> dict[str, Any]:
    """What a response reports."""
    total = fresh + out + read + written
    return {"input": fresh, "output": out, "cacheRead": read, "cacheWrite": written, "totalTokens": total, **more}


def assistant(second: float, *content: dict[str, Any], **more: Any) -> bytes:
    """A finished response of claude-opus-4-5."""
    said = {"model": "claude-opus-4-5", "provider": "anthropic", "stopReason": "stop", "usage": usage(4, 9, 2000, 100)}
    return message(second, role="assistant", content=list(content), **(said | more))


def call(name: str, number: int, **arguments: Any) -> dict[str, Any]:
    """A tool call's block."""
    return {"type": "toolCall", "id": f"toolu_{number}", "name": name, "arguments": arguments}


def result(second: float, number: int, text: str, *, error: bool = False, **more: Any) -> bytes:
    """What a call returned."""
    content = [{"type": "text", "text": text}]
    return message(second, role="toolResult", toolCallId=f"toolu_{number}", content=content, isError=error, **more)
