"""The lines between pi's extension and us: one JSON object a line, with the version of the protocol in `v`.

pi says `{"v", "id", "type", ...}` and is answered `{"v", "id", ...}`, or with `error` where we cannot answer; then it
goes on as if we were not there. We ask `{"v", "ask", ...}` and are answered `{"v", "answer", "sent", "text"}`.
"""

from __future__ import annotations

from math import isfinite

from tallystick.kernel.jsontext import decode, strict_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = 1
# What pi says, and the fields that must be there, each with its type.
REQUESTS: dict[str, dict[str, type]] = {
    "session_start": {"session": str, "snapshots": list},
    "before_agent_start": {"systemPrompt": str, "catalogue": dict},
    "tool_result": {"result": dict},
    "injected": {"toolCallId": str, "accepted": bool},
    "context": {"messages": list},
    "find_capability": {"toolCallId": str, "params": dict, "catalogue": dict},
    "turn_end": {},
    "agent_end": {},
    "stats": {},
}


class Misread(Exception):
    """A line that is none of the protocol's; what is wrong with it, and the id that an answer would have (0: none)."""

    def __init__(self, problem: str, id: int = 0) -> None:  # noqa: A002 - the protocol's word
        super().__init__(problem)
        self.id = id


def read(line: bytes) -> dict[str, object]:
    """Return what pi says: a request with its fields, or an answer to what it was asked."""
    try:
        said = decode(line.decode())
    except (ValueError, RecursionError):
        raise Misread("this line is no JSON") from None
    if not isinstance(said, dict):
        raise Misread("this line is no JSON object")
    number = said.get("id")
    known = number if isinstance(number, int) and not isinstance(number, bool) else 0
    if said.get("v") != VERSION:
        raise Misread(
            f"this tally speaks version {VERSION} of the protocol: tally install pi brings its extension", known
        )
    if isinstance(said.get("answer"), int):
        return said
    fields = REQUESTS.get(str(said.get("type")))
    if fields is None or not known:
        raise Misread("a request has an id and a type that is known", known)
    for name, kind in fields.items():
        if not isinstance(said.get(name), kind):
            raise Misread(f"{said['type']} lacks {name}", known)
    return said


def write(said: Mapping[str, object]) -> bytes:
    """Return one line for pi; a number that JSON does not know is null, as pi itself would write it."""
    line = {"v": VERSION, **said}
    try:
        text = strict_text(line)
    except ValueError:
        text = strict_text(_plain(line))
    return text.encode() + b"\n"


def _plain(value: object) -> object:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
