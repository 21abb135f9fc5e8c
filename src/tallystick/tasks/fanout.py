"""What the children of a session have acquired so far: every file and command result, who holds it, and where."""

from __future__ import annotations

import json

from tallystick.accounting.acquiring import has_failed, has_text, is_read
from tallystick.accounting.evidence import name
from tallystick.agents import AGENTS
from tallystick.model import event
from tallystick.store import events, queries
from tallystick.tasks.rereading import read_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.act import Act
    from tallystick.model.history import History, Thread
    from tallystick.store.index import Index

LIMIT, CEILING = 50, 200
_SHOWN = 160  # characters of a command
_NAMED = 20  # holders of one payload that are named
READ, COMMAND = "read", "command"


class Acquired:
    """One payload that children acquired under one path or command, in the order in which they did."""

    __slots__ = ("acts", "hash", "kind", "subject", "tokens")

    def __init__(self, kind: str, subject: int, act: Act) -> None:
        self.kind = kind
        self.subject = subject  # the key of the path, or the hash of the command
        self.hash = act.payload.hex()
        self.tokens = act.tokens
        self.acts: list[tuple[Thread, Act]] = []

    @property
    def mark(self) -> str:
        """What tells it from all others, and sorts it: the largest first."""
        return f"{(1 << 40) - self.tokens:011x}{self.subject:016x}{self.hash}"


def acquired(history: History) -> list[Acquired]:
    """Return what a session's children acquired, the largest payload first. A child that did so twice counts once."""
    found: dict[tuple[int, bytes], Acquired] = {}
    acts = [(act.t, thread.number, thread, act) for thread in history.threads if thread.is_child for act in thread.acts]
    for _, _, thread, act in sorted(acts, key=lambda one: (one[0], one[1], one[3].line)):
        subject, kind = _subject(act)
        if subject:
            one = found.setdefault((subject, act.payload), Acquired(kind, subject, act))
            if all(holder is not thread for holder, _ in one.acts):
                one.acts.append((thread, act))
    return sorted(found.values(), key=lambda one: one.mark)


def _subject(act: Act) -> tuple[int, str]:
    if is_read(act):
        return act.path, READ
    if act.kind == event.COMMAND and has_text(act) and not has_failed(act):
        return act.command, COMMAND
    return 0, ""


class Page:
    """Rows behind a cursor, the mark of each, how many rows there are in all, and whether more come behind these."""

    __slots__ = ("has_more", "marks", "rows", "total")

    def __init__(self, index: Index, history: History, *, limit: int, cursor: str | None) -> None:
        every = acquired(history)
        behind = [one for one in every if cursor is None or one.mark > cursor]
        shown = behind[:limit]
        names = queries.names_of(index, {one.subject for one in shown if one.kind == READ})
        self.rows = [_row(index, one, names) for one in shown]
        self.marks = [one.mark for one in shown]
        self.total = len(every)
        self.has_more = len(behind) > len(shown)


def _row(index: Index, one: Acquired, names: dict[int, str]) -> dict[str, object]:
    thread, first = one.acts[0]
    what = names.get(one.subject, "") if one.kind == READ else command_text(index, thread, first)
    return {
        "kind": one.kind,
        "what": what,
        "tokens": one.tokens,
        "hash": one.hash,
        "copies": len(one.acts),
        "who": [holder.prefix for holder, _ in one.acts[:_NAMED]],
        "receipts": [name(holder.prefix, act.line, act.part) for holder, act in one.acts[:_NAMED]],
    }


def command_text(index: Index, thread: Thread, act: Act) -> str:
    """Return a command as its transcript has it, short: the index holds its hash. Empty where the line is gone."""
    for row in events.find(index, thread.id, act.call_line, act.call_part):
        if row.file == thread.file and row.moment is not None:
            record = read_line(row.path, row.moment[4])
            agent = next((agent for agent in AGENTS if row.agent == agent.NAME), None)
            texts = agent.texts(record, act.call_part) if agent and record else []
            return _shortened(texts, act)
    return ""


def _shortened(texts: list[tuple[str, str]], act: Act) -> str:
    for _, text in texts:
        try:
            given = json.loads(text)
        except ValueError:
            continue
        if isinstance(given, dict) and isinstance(given.get("command"), str):
            words = " ".join(given["command"].split())
            return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"
    return ""
