"""Answers an agent that is about to read or run something again: the first verdict that holds.

What the transcripts say is not enough for UNCHANGED: the file must be on disk what it was when it was read.
"""

from __future__ import annotations

import os

from tallystick.accounting import changes, commands, digests, epochs, looks, precedents
from tallystick.accounting.acquiring import has_failed, line_range
from tallystick.accounting.commandwords import bare_words
from tallystick.accounting.evidence import name
from tallystick.accounting.marks import NEVER, SURELY
from tallystick.host import on_disk, words
from tallystick.model import event
from tallystick.model.verdict import DROPPED, NO_RECORD, NO_STATE_CHANGE, SIBLING_HAS_IT, UNCHANGED, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.commands import CommandFacts
    from tallystick.model.act import Act
    from tallystick.model.history import History, Thread

_SHOWN = 90  # characters of a path or command
_RECEIPTS = 6  # failures listed one by one


class Check:
    """One question about one thread at one moment."""

    __slots__ = ("_changes", "_end", "_history", "_thread")

    def __init__(self, history: History, thread: Thread, now_ms: int) -> None:
        self._history = history
        self._thread = thread
        self._end = precedents.end_of(thread, now_ms)
        self._changes = changes.of(history)

    def read(self, path: str, first: int, count: int) -> Verdict:
        """Answer whether a file's lines need to be read (again); the path is absolute."""
        key, shown = digests.key(path), _short(path)
        last = next(precedents.reads(self._thread, key, first, count), None)
        if last is not None:
            problem = self._changed(key, path, last)
            if not problem:
                return self._standing(last, f"{shown} was read", "has written to it", "skip the re-read")
        else:
            problem = f"{shown} was not read here" + (" in these lines" if (first, count) != (1, -1) else "")
        for sibling in precedents.siblings(self._history, self._thread):
            theirs = next(precedents.reads(sibling, key, first, count), None)
            if theirs is not None and not self._changed(key, path, theirs):
                return _sibling(sibling, theirs, f"read {shown}")
        return Verdict(NO_RECORD, problem, "read it", self._receipt(last))

    def _changed(self, key: int, path: str, act: Act) -> str:
        """Return why a reading may not be what the file says now, empty where it is."""
        between = self._changes.path_changed(key, act, self._end)
        where = f"{_short(path)} was read at e{act.line}, "
        if between == SURELY:
            return where + "but a write or a command that names it came after"
        first, count = line_range(act)
        bare = act.bare
        known = bare != event.NO_HASH
        if between == NEVER and on_disk.is_older(path, act.call_t, strictly=known):
            return ""
        if known and on_disk.lines_are(path, first, count, lambda text: digests.payload(text) == bare):
            return ""
        return where + "but the file on disk is not what it was"

    def run(self, command: str, cwd: str) -> Verdict:
        """Answer whether a command needs to be run (again) in a folder."""
        facts = commands.describe(command, cwd, words.load())
        key, shown = digests.key(facts.cwd), _short(" ".join(command.split()))
        last = next(precedents.runs(self._thread, facts.normal, key), None)
        problem = f"{shown} was not run here"
        if last is not None and has_failed(last):
            if not facts.flags & event.NETWORK and self._changes.mutated(last, self._end) == NEVER:
                return self._failed_before(last, shown)
            problem = f"{shown} failed at e{last.line}, and something may have changed since"
        elif last is not None:
            problem = self._differs(command, facts, last)
            if not problem:
                return self._standing(last, f"{shown} was run", "has changed", "use that result")
        for sibling in precedents.siblings(self._history, self._thread):
            theirs = next(precedents.runs(sibling, facts.normal, key), None)
            if theirs is not None and not has_failed(theirs) and not self._differs(command, facts, theirs):
                return _sibling(sibling, theirs, f"ran {shown}")
        return Verdict(NO_RECORD, problem, "run it", self._receipt(last))

    def _failed_before(self, last: Act, shown: str) -> Verdict:
        alike = precedents.failures_like(self._thread, last)
        lines = [f"e{act.line}" for act in alike]
        listed = ",".join(lines[-_RECEIPTS:])
        more = f"{len(lines) - _RECEIPTS} earlier and " if len(lines) > _RECEIPTS else ""
        how = "failed identically" if len(alike) > 1 else "failed"
        fact = f"{shown} {how} at {more}{listed.replace(',', ', ')}, and nothing has changed since"
        return Verdict(NO_STATE_CHANGE, fact, "change something before retrying", f"{self._thread.prefix}:{listed}")

    def _differs(self, command: str, facts: CommandFacts, act: Act) -> str:
        """Return why a run's output may not be what the command shows now, empty where it is."""
        where = f"{_short(' '.join(command.split()))} was run at e{act.line}, "
        if not precedents.shows(act) or facts.flags & event.LIVE:
            return where + "but it does more than show what is on disk"
        if self._changes.mutated(act, self._end) != NEVER:
            return where + "but something was written or run after"
        paths = shown_paths(command, facts)
        if paths is None or not on_disk.are_older(paths, act.call_t, act.t):
            return where + "but what it shows may have changed on disk"
        return ""

    def _standing(self, act: Act, what: str, nothing: str, action: str) -> Verdict:
        """Return UNCHANGED or DROPPED, as the act's result is still in the context or is not."""
        stands = epochs.standing(self._thread, act, self._end.turn)
        if stands == epochs.HELD:
            fact = f"{what} at e{act.line} and nothing {nothing} since"
            return Verdict(UNCHANGED, fact, action, self._receipt(act, self._last_line()))
        cuts = epochs.cuts_between(self._thread, act.turn, self._end.turn)
        dropping = [cut for cut in cuts or () if epochs.drops(cut, act)]
        if stands == epochs.DROPPED and dropping:
            line = dropping[0].line
            fact = f"{what} at e{act.line}, before the compaction at e{line}, and nothing {nothing} since"
            return Verdict(
                DROPPED, fact, "call forgotten_context, or acquire it once more", f"{self._receipt(act)},e{line}"
            )
        return Verdict(NO_RECORD, f"{what} at e{act.line}, outside of this context", "go on", self._receipt(act))

    def _receipt(self, act: Act | None, until: int = 0) -> str:
        if act is None:
            return ""
        return name(self._thread.prefix, act.line, act.part) + (f"→e{until}" if until else "")

    def _last_line(self) -> int:
        lines = [self._thread.acts[-1].line] if self._thread.acts else []
        return max([*lines, *(turn.line for turn in self._thread.turns[-1:])])


def _sibling(sibling: Thread, act: Act, did: str) -> Verdict:
    fact = f"a sibling agent {did} at e{act.line}, and it is the same now"
    return Verdict(
        SIBLING_HAS_IT, fact, "ask for it rather than acquiring it", name(sibling.prefix, act.line, act.part)
    )


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else "…" + text[1 - _SHOWN :]


def shown_paths(command: str, facts: CommandFacts) -> list[str] | None:
    """Return the paths that a viewer's output depends on, None where nobody can say: the files that it names, and,
    unless it only shows what it names, all of the folder (of the work tree, for git).
    """
    source = looks.depends_on(command)
    if source == looks.UNKNOWN or facts.flags & event.NETWORK:
        return None
    named = [os.path.normpath(os.path.join(facts.cwd, word)) for word in bare_words(command)]
    there = [path for path in named if os.path.exists(path)]
    if source == looks.NAMED:
        return there or None
    return [*there, _work_tree(facts.cwd) if source == looks.WORK_TREE else facts.cwd]


def _work_tree(folder: str) -> str:
    """Return the folder at or above that holds .git, or the folder itself."""
    at = folder
    while at not in {"", "/"}:
        if os.path.exists(os.path.join(at, ".git")):
            return at
        at = os.path.dirname(at)
    return folder
