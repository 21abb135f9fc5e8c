"""Changes: what a session did that may have changed state between two of its acts.

A path changes by a successful Edit, Write or NotebookEdit on it, and perhaps by any shell command whose words name it:
in the thread itself, its parent, its siblings or its children. A mutating command is one that is no viewer.
"""

from __future__ import annotations

from tallystick.accounting import digests
from tallystick.accounting.acquiring import has_succeeded
from tallystick.accounting.marks import MAYBE, NEVER, SURELY, Marks, is_lasting
from tallystick.model import event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.model.act import Act
    from tallystick.model.history import History

_NOT_DONE = event.IS_ERROR | event.DENIED
# Tools of servers that the client was given: nobody here knows what they change.
_FOREIGN = "mcp__"
# What `tally mcp` offers: asking it changes nothing.
_ASKING = ("__repeat_check", "__fanout_reads", "__forgotten_context")
_FEW = 3  # words that are looked for before commands are sorted by them
# Kinds of acts that a question may be about.
_WRITES, _OTHERS, _FOREIGN_ACTS, _SUCCESSES, _USEFUL, _SHELL_WRITES, _SHELL_TRIES = range(7)


def of(history: History) -> Changes:
    """Return a history's changes, worked out once."""
    if not isinstance(history.memo, Changes):
        history.memo = Changes(history)
    return history.memo


class Changes:
    """Answers what came between two acts of one thread: NEVER, MAYBE or SURELY."""

    __slots__ = ("_asked", "_commands", "_foreign", "_marks", "_named", "_names", "_words", "_writes", "_written")

    def __init__(self, history: History) -> None:
        self._names = history.names
        self._asked = 0
        self._commands: list[Act] = []
        self._writes: list[Act] = []
        self._foreign: list[Act] = []
        spawned = {thread.spawned_by for thread in history.threads}
        for act in _all(history):
            if act.kind == event.COMMAND:
                if not act.flags & event.DENIED:
                    self._commands.append(act)
            elif act.kind == event.WRITE:
                if not act.flags & _NOT_DONE:
                    self._writes.append(act)
            elif act.kind == event.SPAWN:
                if act.call not in spawned:
                    self._foreign.append(act)
            elif act.kind == event.CALL and _is_foreign(self._names.get(act.tool, "")):
                self._foreign.append(act)
        self._written: dict[int, list[Act]] = {}
        for act in self._writes:
            self._written.setdefault(act.path, []).append(act)
        self._marks: dict[int, Marks] = {}
        self._words: dict[int, list[Act]] | None = None
        self._named: dict[int, Marks] = {}

    def _of(self, kind: int) -> Marks:
        """Return the marks of one kind of acts, made when somebody asks for them first: one question needs few."""
        found = self._marks.get(kind)
        if found is None:
            found = self._marks[kind] = Marks(self._acts(kind))
        return found

    def _acts(self, kind: int) -> list[Act]:
        if kind == _WRITES:
            return self._writes
        if kind == _FOREIGN_ACTS:
            return self._foreign
        if kind == _SUCCESSES:
            return [act for act in self._commands if has_succeeded(act)]
        if kind in (_SHELL_WRITES, _SHELL_TRIES):
            writing = (act for act in self._commands if act.call_flags & event.WRITES)
            return [act for act in writing if has_succeeded(act) == (kind == _SHELL_WRITES)]
        mutating = [act for act in self._commands if not act.call_flags & event.VIEWER]
        if kind == _OTHERS:
            return mutating
        return [*self._writes, *(act for act in mutating if has_succeeded(act))]

    def path_changed(self, path: int, first: Act, second: Act) -> int:
        """Say whether a path may have changed between two acts.

        A command that names it and runs in the background may change it at any time after.
        """
        marks = self._named.get(path)
        if marks is None:
            naming = self._naming(digests.word(self._names.get(path, "").rpartition("/")[2]))
            marks = self._named[path] = Marks([*self._written.get(path, ()), *naming])
        found = marks.between(first, second)
        return SURELY if found == MAYBE and marks.runs_on(second) else found

    def others_ran(self, first: Act, second: Act) -> int:
        """Say whether anything but viewers ran between two acts, or something that nobody can judge."""
        return max(self._of(_OTHERS).between(first, second), self._of(_FOREIGN_ACTS).between(first, second))

    def mutated(self, first: Act, second: Act) -> int:
        """Say whether a file was written or a mutating command ran between two acts."""
        unknown = self._of(_FOREIGN_ACTS).between(first, second)
        return max(
            self._of(_WRITES).between(first, second),
            self._of(_OTHERS).between(first, second),
            MAYBE if unknown else NEVER,
        )

    def unjudged(self, first: Act, second: Act) -> int:
        """Say whether something ran between two acts of which nobody can say what it changed."""
        return self._of(_FOREIGN_ACTS).between(first, second)

    def wrote(self, first: Act, second: Act) -> int:
        """Say whether any file was written between two acts, by a tool or by a shell command that writes.

        One that failed may have come as far as that.
        """
        return max(
            self._of(_WRITES).between(first, second),
            self._of(_SHELL_WRITES).between(first, second),
            MAYBE if self._of(_SHELL_TRIES).between(first, second) else NEVER,
        )

    def succeeded(self, first: Act, second: Act) -> int:
        """Say whether any command succeeded between two acts."""
        return self._of(_SUCCESSES).between(first, second)

    def changed_before(self, act: Act) -> int:
        """Say whether a file was written or a mutating command succeeded before an act."""
        return self._of(_USEFUL).before(act)

    def is_watched(self, act: Act) -> bool:
        """Say whether a viewer's words name something that a command in the background, started before it, names."""
        return any(
            is_lasting(other) and other.order < act.order
            for word in memoryview(act.words).cast("I")
            for other in self._by_word().get(word, ())
            if other.thread == act.thread and other is not act
        )

    def _naming(self, word: int) -> list[Act]:
        """Return the commands that have a word: looked through one by one until it pays to sort them all by words."""
        self._asked += 1
        if self._words is not None or self._asked > _FEW:
            return self._by_word().get(word, [])
        packed = event.WORD.pack(word)
        return [act for act in self._commands if packed in act.words and word in memoryview(act.words).cast("I")]

    def _by_word(self) -> dict[int, list[Act]]:
        if self._words is None:
            self._words = {}
            for act in self._commands:
                for word in memoryview(act.words).cast("I"):
                    self._words.setdefault(word, []).append(act)
        return self._words


def _is_foreign(tool: str) -> bool:
    return tool.startswith(_FOREIGN) and not tool.endswith(_ASKING)


def _all(history: History) -> Iterator[Act]:
    for thread in history.threads:
        yield from thread.acts
