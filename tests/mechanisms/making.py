"""Terse makers of a host's messages, of what it tells of a tool's result, and of what a session answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tallystick.mechanisms import MECHANISMS
from tallystick.mechanisms.counters import EVENTS
from tallystick.mechanisms.records import Ask, Outcome
from tallystick.mechanisms.session import Session
from tallystick.mechanisms.settings import Settings, parse

Json = dict[str, Any]


def switches(**given: object) -> Settings:
    """Settings by the names of the switches, without their prefix."""
    return parse({f"PI_CTX_{name}": str(value) for name, value in given.items()})


def user(text: str = "go on") -> Json:
    """A prompt."""
    return {"role": "user", "content": [{"type": "text", "text": text}], "timestamp": 1}


def call(name: str, tool: str = "read", **arguments: object) -> Json:
    """A call, a block of the model's message."""
    return {"type": "toolCall", "id": name, "name": tool, "arguments": arguments}


def says(*content: Json | str) -> Json:
    """A message of the model: texts and calls."""
    found = [{"type": "text", "text": one} if isinstance(one, str) else one for one in content]
    return {"role": "assistant", "content": found, "stopReason": "toolUse"}


def thought(text: str = "hm") -> Json:
    """A block of thinking."""
    return {"type": "thinking", "thinking": text, "thinkingSignature": "c2ln"}


def result(name: str, text: str = "x" * 1200, tool: str = "read") -> Json:
    """A result as it stands among the messages: 300 estimated tokens where nothing else is said."""
    content = [{"type": "text", "text": text}]
    return {"role": "toolResult", "toolCallId": name, "toolName": tool, "content": content, "isError": False}


def fact(name: str, text: str = "[Wrote a.py, ~1 lines]") -> Json:
    """A fact as the host puts it into the session."""
    details = {"path": "a.py", "toolCallId": name}
    return {"role": "custom", "customType": "ctxwm-fact", "content": text, "display": True, "details": details}


def told(name: str, tool: str, text: str = "", *, is_error: bool = False, **given: object) -> Json:
    """What a host tells of a result before it sends it on."""
    content = [{"type": "text", "text": text}]
    return {"toolCallId": name, "toolName": tool, "input": given, "content": content, "isError": is_error}


FIELDS = EVENTS | {kind: fields for one in MECHANISMS for kind, fields in one.EVENTS.items()}


def kinds(events: Iterable[Json]) -> list[object]:
    """The kinds of events, in order; each has its fields, and those in order."""
    found = list(events)
    assert [list(event) for event in found] == [["kind", *FIELDS[event["kind"]]] for event in found]
    return [event["kind"] for event in found]


DROP, RETAIN = '{"decision":"DROP"}', '{"decision":"RETAIN"}'
LONG = "line\n" * 1600  # 2,000 tokens
CONTENT = "x = 1\n" * 100  # 150 tokens
ROUND = [says(call("a", path="a.py")), result("a")]  # 5 + 300 tokens


def started(**given: object) -> Session:
    """A session with some switches set."""
    return Session(switches(**given))


def asked(session: Session, told_of: Json) -> Ask:
    """The question that a result raises."""
    ask = session.tool_result(told_of)
    assert isinstance(ask, Ask)
    return ask


def dropped(session: Session, told_of: Json | None = None) -> Outcome:
    """A read whose result is dropped."""
    return session.answered(asked(session, told_of or told("a", "read", "x" * 1200, path="a.py")), DROP)


def booked(session: Session) -> Json:
    """What the turn that ends now comes to."""
    (event,) = session.turn_end().events
    return {name: event[name] for name in ("bash", "amnesia", "lazy", "write", "total")}
