"""Precedents: what a thread did before that an agent is about to do again."""

from __future__ import annotations

from tallystick.accounting.acquiring import has_failed, has_text, is_read, line_range
from tallystick.model import event
from tallystick.model.act import Act
from tallystick.model.history import NO_TURN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.model.history import History, Thread

_LAST_LINE = (1 << 32) - 1
_TO_THE_END = -1
_LAST_ACTS = 100  # of a thread, among which a call that is being answered must be
# Lines that a reading tool gives where it is asked for no number.
_USUAL_LINES = 2000


def end_of(thread: Thread, now_ms: int) -> Act:
    """Return an act that has not happened yet, at the end of a thread: whatever was done lies before it."""
    call = (_LAST_LINE, 1, 0, event.CALL, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0)
    turn = len(thread.turns) - 1 if thread.turns else NO_TURN
    return Act(thread.number, turn, True, call, now_ms, None, now_ms, 0, b"")  # noqa: FBT003 - it is the asker's own


def reads(thread: Thread, path: int, first: int, count: int) -> Iterator[Act]:
    """Yield the readings of a path that gave all of some lines, the last one first; a count of -1 is to the end."""
    for act in reversed(thread.acts):
        if act.path == path and is_read(act) and not act.flags & event.PERSISTED and _covers(act, first, count):
            yield act


def _covers(act: Act, first: int, count: int) -> bool:
    given_first, given_count = line_range(act)
    if (given_first, given_count) == (first, count):
        return True
    if count == _TO_THE_END or given_first > first:
        return False
    last = given_first + (_USUAL_LINES if given_count == _TO_THE_END else given_count)
    return first + count <= last


def runs(thread: Thread, command: int, cwd: int) -> Iterator[Act]:
    """Yield the runs of a command (its normal form) in a folder that were not refused, the last one first."""
    for act in reversed(thread.acts):
        ran = act.kind == event.COMMAND and act.command == command and act.cwd == cwd and act.result_line
        if ran and not act.flags & event.DENIED:
            yield act


def failures_like(thread: Thread, act: Act) -> list[Act]:
    """Return every run of a failed act's command that failed in the same way, in order."""
    return [one for one in thread.acts if _is_run_of(one, act) and has_failed(one) and one.error == act.error]


def _is_run_of(one: Act, act: Act) -> bool:
    return one.kind == event.COMMAND and (one.command, one.cwd) == (act.command, act.cwd)


def shows(act: Act) -> bool:
    """Say whether a run only showed something, went well, and gave text."""
    return bool(act.call_flags & event.VIEWER) and has_text(act) and not act.flags & event.IS_ERROR


def thread_of(history: History, call: int | None) -> Thread | None:
    """Return the thread that made a call (its key), None where no transcript shows it yet."""
    for thread in reversed(history.threads):
        if call and any(act.call == call for act in thread.acts[-_LAST_ACTS:]):
            return thread
    return None


def siblings(history: History, thread: Thread) -> list[Thread]:
    """Return the other children of a child's session; a main thread has none."""
    return [one for one in history.threads if thread.is_child and one.is_child and one is not thread]
