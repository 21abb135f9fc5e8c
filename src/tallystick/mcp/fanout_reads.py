"""`fanout_reads`: what the subagents of a session have read and run, for a parent that is about to brief another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tallystick.mcp.answer import CHARACTERS, Answer, size
from tallystick.tasks import fanout

if TYPE_CHECKING:
    from tallystick.mcp.given import Given
    from tallystick.tasks.caller import Caller

NAME = "fanout_reads"
TITLE = "What subagents have already read"
ABOUT = (
    "Every file and command result that this session's subagents have acquired: path or command, estimated tokens, who "
    "holds it, and where. The largest come first. Ask before briefing another subagent: what one of them holds can be "
    "handed on as a pointer or a short summary instead of being read again."
)
INPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "parent_session": {"type": "string", "description": "default: the calling session"},
        "limit": {"type": "integer", "minimum": 1, "maximum": fanout.CEILING, "default": fanout.LIMIT},
        "cursor": {"type": "string", "description": "the `next` of the page before"},
    },
    "additionalProperties": False,
}
OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "session": {"type": "string"},
        "total": {"type": "integer"},
        "acquired": {"type": "array", "items": {"type": "object"}},
        "next": {"type": ["string", "null"]},
        "note": {"type": "string"},
    },
    "required": ["session", "total", "acquired", "next"],
}
_RESERVED = 400  # characters for what is not in the rows


def answer(given: Given, caller: Caller) -> Answer:
    """Return one page, as many rows as fit."""
    limit = given.number("limit", fanout.LIMIT, 1, fanout.CEILING) or fanout.LIMIT
    cursor = given.text("cursor")
    with caller.index() as index:
        if index is None:
            note = f"the first index is being built: {caller.building.progress}"
            return Answer(note, {"session": "", "total": 0, "acquired": [], "next": None, "note": note})
        session = caller.session(index, given.text("parent_session"), None)
        history = caller.history(index, session)
        page = fanout.Page(index, history, limit=limit, cursor=cursor)
    fitting = _fitting(page.rows)
    rows = page.rows[:fitting]
    has_more = page.has_more or fitting < len(page.rows)
    told = {
        "session": session,
        "total": page.total,
        "acquired": rows,
        "next": page.marks[fitting - 1] if fitting and has_more else None,
    }
    return Answer("\n".join([_head(session, page.total, len(rows)), *map(_line, rows)]), told)


def _fitting(rows: list[dict[str, object]]) -> int:
    """Return how many rows stay within what a client shows of one answer."""
    left = CHARACTERS - _RESERVED
    for count, row in enumerate(rows):
        left -= size(row) + 1
        if left < 0:
            return count
    return len(rows)


def _head(session: str, total: int, shown: int) -> str:
    if not total:
        return f"No subagent of session {session} has read or run anything yet."
    return f"{total} payloads acquired by subagents of session {session}; {shown} of them here, the largest first:"


def _line(row: dict[str, Any]) -> str:
    return f"~{row['tokens']} tokens  {row['kind']} {row['what']}  [{', '.join(row['receipts'])}]"
