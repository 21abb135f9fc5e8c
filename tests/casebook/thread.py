"""Writes transcripts line by line as the client does: chained uuids, a clock, one block of a message a line."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def sid(number: int) -> str:
    """A session's id."""
    return f"5e550000-{number:04d}-4000-8000-00000000{number:04d}"


def stamp(when: datetime) -> str:
    """A time as the client writes it."""
    return when.strftime("%Y-%m-%dT%H:%M:%S.") + f"{when.microsecond // 1000:03d}Z"


def compact(value: Any) -> bytes:
    """JSON as the client writes it: no spaces, letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def text(words: str) -> Json:
    """A block of text."""
    return {"type": "text", "text": words}


def call(identity: str, tool: str, **given: Any) -> Json:
    """A tool call."""
    return {"type": "tool_use", "id": identity, "name": tool, "input": given}


def usage(fresh: int, read: int, out: int, *, w5: int = 0, w1: int = 0, **more: Any) -> Json:
    """What a response reports, its cache writes split by lifetime; a keyword of the protocol replaces its field."""
    counts: Json = {
        "input_tokens": fresh,
        "cache_creation_input_tokens": w5 + w1,
        "cache_read_input_tokens": read,
        "cache_creation": {"ephemeral_5m_input_tokens": w5, "ephemeral_1h_input_tokens": w1},
        "output_tokens": out,
        "service_tier": "standard",
    }
    counts.update(more)
    return {key: value for key, value in counts.items() if value is not ...}


class Thread:
    """One transcript under construction: `lines` are its entries, `data()` its bytes."""

    def __init__(
        self,
        number: int = 1,
        *,
        version: str = "2.1.230",
        cwd: str = "/srv/kiln",
        agent: str | None = None,
        seconds: float = 0,
        tag: int = 0,
    ) -> None:
        self.session = sid(number)
        self.version = version
        self.cwd = cwd
        self.agent = agent
        self.now = START + timedelta(seconds=seconds)
        self.tag = tag or number * 100 + (ord(agent[-1]) if agent else 0)
        self.lines: list[Json] = []
        self.parent: str | None = None

    def at(self, seconds: float) -> Thread:
        """Set the clock to so many seconds after the start of the day's work."""
        self.now = START + timedelta(seconds=seconds)
        return self

    def add(self, kind: str, **fields: Any) -> Json:
        """Append an entry of any kind; a field of `...` is left out, any other replaces what the client would write."""
        uuid = f"{len(self.lines) + 1:08x}-{self.tag:04x}-4000-9000-0000000000aa"
        entry: Json = {
            "parentUuid": self.parent,
            "isSidechain": self.agent is not None,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.session,
            "version": self.version,
            "gitBranch": "main",
        }
        entry |= {"agentId": self.agent} if self.agent else {}
        entry |= {"type": kind, "uuid": uuid, "timestamp": stamp(self.now)}
        entry |= fields
        entry = {key: value for key, value in entry.items() if value is not ...}
        self.now += timedelta(seconds=1)
        self.parent = entry.get("uuid", self.parent)
        self.lines.append(entry)
        return entry

    def ask(self, words: Any, **fields: Any) -> Json:
        """A user line with a text (or blocks)."""
        return self.add("user", message={"role": "user", "content": words}, **fields)

    def say(
        self,
        identity: Any,
        block: Json | list[Json],
        counts: Any,
        *,
        stop: str | None = "end_turn",
        model: Any = "claude-opus-4-6",
        **fields: Any,
    ) -> Json:
        """An assistant line: one block of the message `identity`, repeating the message's usage."""
        message = {
            "model": model,
            "id": identity,
            "type": "message",
            "role": "assistant",
            "content": block if isinstance(block, list) else [block],
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": counts,
        }
        message = {key: value for key, value in message.items() if value is not ...}
        known = isinstance(identity, str)
        request = {"requestId": identity.replace("msg_", "req_")} if known else {}
        return self.add("assistant", message=message, **{**request, **fields})

    def give(self, identity: str, content: Any, **fields: Any) -> Json:
        """A user line with the result of a tool call."""
        block = {"tool_use_id": identity, "type": "tool_result", "content": content}
        if "is_error" in fields:
            block["is_error"] = fields.pop("is_error")
        return self.add("user", message={"role": "user", "content": [block]}, **fields)

    def data(self, end: bytes = b"\n") -> bytes:
        """The file, one entry a line."""
        return b"".join(compact(entry) + end for entry in self.lines)
