"""`forgotten_context`: what this session decided before a compaction and its summary no longer says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tallystick.accounting import decisions
from tallystick.accounting.periods import iso
from tallystick.mcp.answer import CHARACTERS, Answer, size
from tallystick.tasks.forgotten import CEILING, LIMIT, forgotten

if TYPE_CHECKING:
    from tallystick.mcp.given import Given
    from tallystick.model.talk import Decision
    from tallystick.tasks.caller import Caller
    from tallystick.tasks.forgotten import Forgotten

NAME = "forgotten_context"
TITLE = "What compactions dropped"
ABOUT = (
    "Decisions, rejected options and reasons that were said before a compaction and are not in its summary, word for "
    "word, with what was done right after each. Ask before planning in a session that was compacted, or when "
    "repeat_check says DROPPED. Found by words alone: no model judges anything."
)
INPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "session_id": {"type": "string", "description": "default: the calling session"},
        "round": {"type": "integer", "minimum": 1, "description": "one compaction, counted from 1; default: all"},
        "classes": {
            "type": "array",
            "items": {"enum": list(decisions.CLASSES)},
            "description": "default: all three",
        },
        "limit": {"type": "integer", "minimum": 1, "maximum": CEILING, "default": LIMIT},
    },
    "additionalProperties": False,
}
OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "session_id": {"type": "string"},
        "rounds": {"type": "integer"},
        "dropped_total": {"type": "integer"},
        "survived_in_summary": {"type": "integer"},
        "forgotten": {"type": "array", "items": {"type": "object"}},
        "receipt": {"type": "object"},
    },
    "required": ["session_id", "rounds", "dropped_total", "survived_in_summary", "forgotten", "receipt"],
}
_MOST_ROUNDS = 1 << 20


def answer(given: Given, caller: Caller) -> Answer:
    """Read the session's transcript again and compare what was dropped with the summaries."""
    limit = given.number("limit", LIMIT, 1, CEILING) or LIMIT
    wanted = given.number("round", None, 1, _MOST_ROUNDS)
    with caller.index() as index:
        if index is None:
            return _nothing_yet(caller.building.progress)
        session = caller.session(index, given.text("session_id"), None)
        classes = given.choices("classes", decisions.CLASSES)
        found = forgotten(index, session, number=wanted, classes=classes, limit=limit)
    return _told(found, caller.now_ms)


def _nothing_yet(progress: str) -> Answer:
    receipt = {"method": decisions.METHOD, "no_model": True, "note": f"the first index is being built: {progress}"}
    counts = {"rounds": 0, "dropped_total": 0, "survived_in_summary": 0}
    text = f"Not known yet: the first index is being built ({progress}). Ask again in a moment."
    return Answer(text, {"session_id": "", **counts, "forgotten": [], "receipt": receipt})


def _told(found: Forgotten, now_ms: int) -> Answer:
    """Return the answer; the newest decisions stay where not all fit."""
    receipt = {"source_path": found.path, "extracted_at": iso(now_ms), "method": decisions.METHOD, "no_model": True}
    told: dict[str, Any] = {
        "session_id": found.session,
        "rounds": found.rounds,
        "dropped_total": found.dropped,
        "survived_in_summary": found.survived,
        "forgotten": [],
        "receipt": receipt,
    }
    left = CHARACTERS - size(told)
    rows: list[dict[str, Any]] = []
    for decision in reversed(found.decisions):
        row = _row(decision)
        left -= size(row) + 1
        if left < 0:
            break
        rows.insert(0, row)
    told["forgotten"] = rows
    if len(rows) < found.dropped - found.survived:
        receipt["note"] = f"the latest {len(rows)} of {found.dropped - found.survived}"
    return Answer("\n".join([_head(found), *map(_line, rows)]), told)


def _head(found: Forgotten) -> str:
    if not found.rounds:
        return "This session was never compacted: nothing was dropped."
    if not found.dropped:
        return f"{found.rounds} compactions, and no sentence that states a decision was dropped ({decisions.METHOD})."
    return (
        f"Decided and no longer remembered: {found.dropped} sentences dropped over {found.rounds} rounds, "
        f"{found.survived} survived in a summary."
    )


def _row(decision: Decision) -> dict[str, Any]:
    return {
        "class": decision.kind,
        "round": decision.round,
        "text": decision.text,
        "sequence": decision.line,
        "timestamp": decision.time,
        "model": decision.model,
        "followed_by": list(decision.followed_by),
    }


def _line(row: dict[str, Any]) -> str:
    followed = f" (then: {'; '.join(row['followed_by'])})" if row["followed_by"] else ""
    return f"[{row['class']}, round {row['round']}, e{row['sequence']}] {row['text']}{followed}"
