"""`repeat_check`: asked before something is read or run again; answers with one verdict on one line."""

from __future__ import annotations

import os
import posixpath
import re
import time
from typing import TYPE_CHECKING, Any

from tallystick.accounting import digests, precedents
from tallystick.accounting.paths import canonical_path
from tallystick.errors import IndexBusy, UsageError
from tallystick.mcp.answer import Answer
from tallystick.model.verdict import NO_RECORD, VERDICTS, Verdict
from tallystick.tasks.repeat_check import Check

if TYPE_CHECKING:
    from tallystick.mcp.given import Given
    from tallystick.model.history import History, Thread
    from tallystick.store.index import Index
    from tallystick.tasks.caller import Caller

NAME = "repeat_check"
TITLE = "Before doing it again"
KINDS = ("read", "command", "inspect")
ABOUT = (
    "Ask before reading a file again, running a command again, or looking again at something that was looked at. "
    "One line comes back: NO_STATE_CHANGE (it failed the last time and nothing has changed since: change something "
    "first), UNCHANGED (it is in your context and is still true: skip it), DROPPED (a compaction took it from your "
    "context), SIBLING_HAS_IT (another subagent of the same parent holds it: ask for it), NO_RECORD (go on)."
)
INPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"enum": list(KINDS), "description": "a file (read), any command, or one that only shows (inspect)"},
        "path": {"type": "string", "description": "of a read"},
        "range": {"type": "string", "description": "of a read: FIRST-LAST lines, such as 40-80; default: all of it"},
        "command": {"type": "string", "description": "of a command or an inspect, as it would be run"},
        "cwd": {"type": "string", "description": "where it would be run; default: where the session works"},
        "session": {"type": "string", "description": "default: the calling session"},
    },
    "required": ["kind"],
    "additionalProperties": False,
}
OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"enum": list(VERDICTS)},
        "fact": {"type": "string"},
        "action": {"type": "string"},
        "receipt": {"type": "string"},
    },
    "required": ["verdict", "fact", "action", "receipt"],
}
_RANGE = re.compile(r"([1-9]\d{0,8})(?:-([1-9]\d{0,8})?)?")
_TRIES, _PAUSE = 25, 0.04  # until the transcript shows the call being answered: it is written a moment later


def answer(given: Given, caller: Caller) -> Answer:
    """Bring the session up to date and judge."""
    kind = given.choice("kind", KINDS)
    what = given.text("path" if kind == "read" else "command")
    if what is None:
        raise UsageError(f"kind {kind} needs {'path' if kind == 'read' else 'command'}")
    first, count = _lines(given.text("range"))
    with caller.index() as index:
        if index is None:
            why = f"the first index is being built: {caller.building.progress}"
            return _told(Verdict(NO_RECORD, why, "go on"))
        try:
            history, thread = _asker(index, caller, given)
        except IndexBusy:
            return _told(Verdict(NO_RECORD, "the index is being written by another process", "go on"))
        if thread is None:
            return _told(Verdict(NO_RECORD, "no transcript shows this call yet, so its context is not known", "go on"))
        cwd = posixpath.join(_cwd(history, thread, caller), given.text("cwd") or "")
        check = Check(history, thread, caller.now_ms)
        if kind == "read":
            return _told(check.read(canonical_path(what, cwd), first, count))
        return _told(check.run(what, canonical_path(cwd, None)))


def _asker(index: Index, caller: Caller, given: Given) -> tuple[History, Thread | None]:
    """Return the session's history and the thread that asks, None where no transcript shows its call.

    A thread writes its call down a moment after it calls; one that was cleared goes on in another session.
    """
    call = digests.key(caller.call) if caller.call else None
    name = given.text("session")
    for _ in range(_TRIES):
        session = caller.session(index, name, given.text("cwd"))
        history = caller.history(index, session)
        found = precedents.thread_of(history, call)
        if found is not None or call is None or name:
            return history, found or history.threads[0]
        for other in caller.neighbours(index, session):
            beside = caller.history(index, other)
            found = precedents.thread_of(beside, call)
            if found is not None:
                return beside, found
        time.sleep(_PAUSE)
    return history, None


def _cwd(history: History, thread: Thread, caller: Caller) -> str:
    """Return where the asking thread works: the folder of its last command, else of its session, else of the server."""
    for act in reversed(thread.acts):
        folder = history.names.get(act.cwd) if act.cwd else None
        if folder:
            return folder
    project = history.names.get(history.project, "")
    return project if project[:1] == "/" else caller.place.environ.get("CLAUDE_PROJECT_DIR") or os.getcwd()


def _lines(text: str | None) -> tuple[int, int]:
    """Return the first line and how many, -1 for all that follow."""
    if text is None:
        return 1, -1
    found = _RANGE.fullmatch(text.replace(" ", "").replace(":", "-"))
    if found is None or (found[2] and int(found[2]) < int(found[1])):
        raise UsageError(f"range is {text[:40]!r}; write it like 40-80")
    return int(found[1]), (int(found[2]) - int(found[1]) + 1) if found[2] else -1


def _told(verdict: Verdict) -> Answer:
    return Answer(verdict.line, dict(verdict.parts))
