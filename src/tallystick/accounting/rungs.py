"""The ladder of outcomes: how far a session provably got, and the event that proves each step.

Rungs 3 to 5 need a shell command that exited 0 and that ran tests or a build, made a commit, or handed work to CI,
as its words or, where no list knows them, its output show; output that names failures proves no test. A command whose
exit code nobody knows (never answered, interrupted, left in the background) is a claim, and so is an assistant's own
word. A file counts as written where the tool that writes it did not fail.
"""

from __future__ import annotations

import re

from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.model.act import Act
    from tallystick.model.history import Thread

NONE, CLAIMED, FILES, TEST, COMMIT, CI = range(6)
NAMES = ("none", "claimed", "files", "test", "commit", "ci")
VERIFIED = TEST  # rungs from here on are proven by an exit code

_UNKNOWN_EXIT = event.INTERRUPTED | event.LAUNCHED
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_WRITING = frozenset(("write", "edit", "replace", "patch"))
_NO_FILES = frozenset(("todo", "todos"))


class Step:
    """A rung and the event that proves it: time (ms, or -1), line and part of its transcript."""

    __slots__ = ("line", "part", "rung", "t")

    def __init__(self, rung: int, t: int, line: int, part: int) -> None:
        self.rung = rung
        self.t = t
        self.line = line
        self.part = part


def steps(thread: Thread, names: Mapping[int, str], *, with_copies: bool = False) -> list[Step]:
    """Return every event of a thread that proves a rung, in the order of lines; copies in forks prove nothing, unless
    it is asked what had been reached when the fork began.
    """
    found = [Step(CLAIMED, claim.t, claim.line, claim.part) for claim in thread.claims]
    for act in thread.acts:
        rung = rung_of(act, names) if act.owned or with_copies else NONE
        if rung and act.result_line:
            found.append(Step(rung, act.t, act.line, act.part))
        elif rung:
            found.append(Step(rung, act.call_t, act.line, act.call_part))
    return sorted(found, key=lambda step: (step.line, step.part))


def rung_of(act: Act, names: Mapping[int, str]) -> int:
    """Return the rung that an act proves."""
    if act.kind == event.COMMAND:
        return _of_command(act)
    if act.kind != event.WRITE and not (act.kind == event.CALL and writes_files(names.get(act.tool, ""))):
        return NONE
    return FILES if act.result_line and not act.flags & event.IS_ERROR else NONE


def _of_command(act: Act) -> int:
    is_unknown = (
        not act.result_line
        or act.exit_code == event.NO_EXIT
        or act.call_flags & event.BACKGROUND
        or act.flags & _UNKNOWN_EXIT
    )
    if is_unknown:
        return CLAIMED if act.call_flags & (event.CI | event.COMMIT | event.TEST) else NONE
    if act.exit_code or act.flags & event.IS_ERROR:
        return NONE
    if act.call_flags & event.CI or act.flags & event.CI_MARKERS:
        return CI
    # A pull prints what a commit prints.
    if act.call_flags & event.COMMIT or (act.flags & event.COMMIT_MARKERS and not act.call_flags & event.NETWORK):
        return COMMIT
    if act.flags & event.SUCCESS_MARKERS or (act.call_flags & event.TEST and not act.flags & event.FAILURE_MARKERS):
        return TEST
    return NONE


def writes_files(tool: str) -> bool:
    """Say whether a tool's name says that it writes files (`mcp__disk__write_file`, `apply_patch`, not `TodoWrite`)."""
    words = {word.lower() for word in _WORDS.findall(tool)}
    return not words & _NO_FILES and (bool(words & _WRITING) or {"create", "file"} <= words)
