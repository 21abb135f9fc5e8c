"""What a result's life in the context was: how many turns carried it, and what ended it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.reference.reading import Act, Thread

    Json = dict[str, Any]

ALIVE, BOUNDARY, CLEAR, BRANCH = "alive", "boundary", "clear", "branch"
NOT_PROMPTS = ("<command-", "<local-command", "[Request interrupted", "<task-notification>")


def is_prompt(entry: Json) -> bool:
    """Whether a user typed this line."""
    content = (entry.get("message") or {}).get("content")
    typed = entry["type"] == "user" and isinstance(content, str) and not content.startswith(NOT_PROMPTS)
    return typed and not entry.get("isMeta") and not entry.get("isCompactSummary")


def is_clear(entry: Json) -> bool:
    """Whether the user cleared the talk here."""
    content = (entry.get("message") or {}).get("content")
    return entry["type"] == "user" and isinstance(content, str) and "<command-name>/clear</command-name>" in content


def rewinds(thread: Thread) -> dict[int, int]:
    """Where a prompt goes back to: the line of its parent, if the thread had gone on behind that."""
    found: dict[int, int] = {}
    at: dict[str | None, int] = {}
    last_talk = 0
    for line, entry in thread.entries:
        back = at.get(entry.get("parentUuid"))
        if back is not None and is_prompt(entry) and last_talk > back:
            found[line] = back
        at[entry.get("uuid")] = line
        last_talk = line if entry["type"] in {"user", "assistant"} else last_talk
    return found


def ends(line: int, entry: Json, act: Act, *, pending: bool) -> str:
    """What a line does to a result that was in the context."""
    kind = entry.get("subtype")
    if kind == "compact_boundary" or (entry.get("isCompactSummary") and not pending):
        kept = (entry.get("compactMetadata") or {}).get("preservedMessages") or {}
        return ALIVE if act.uuid in (*kept.get("uuids", ()), *kept.get("allUuids", ())) else BOUNDARY
    if kind == "microcompact_boundary":
        return BOUNDARY if act.call in entry["microcompactMetadata"]["compactedToolIds"] else ALIVE
    if is_clear(entry):
        return CLEAR
    return BRANCH if act.line > act.thread.rewound.get(line, act.line) else ALIVE


def fate(act: Act, until: int | None = None) -> tuple[int, str]:
    """How many turns began with a result in the context, up to a line, and what took it out."""
    thread = act.thread
    turns, pending = 0, False
    for line, entry in thread.entries:
        if line > act.line and (until is None or line < until):
            state = ends(line, entry, act, pending=pending)
            if state != ALIVE:
                return turns, state
            turns += line in thread.firsts
        pending = (pending or entry.get("subtype") == "compact_boundary") and not entry.get("isCompactSummary")
    return turns, ALIVE


def exposure(act: Act) -> int:
    """Token-turns."""
    return act.tokens * fate(act)[0]


def cleared_between(thread: Thread, first: int, last: int) -> bool:
    """Whether the talk was cleared between two lines."""
    return any(first < line < last and is_clear(entry) for line, entry in thread.entries)


def cut_between(thread: Thread, first: int, last: int) -> bool:
    """Whether anything changed the context between two lines."""
    for line, entry in thread.entries:
        if first < line < last:
            cut = entry.get("subtype") in {"compact_boundary", "microcompact_boundary"} or entry.get("isCompactSummary")
            if cut or is_clear(entry) or line in thread.rewound:
                return True
    return False
