"""What a session decided and no longer remembers: reads its transcript again, on demand, and stores nothing."""

from __future__ import annotations

import os

from tallystick.accounting.decisions import CLASSES, Phrases
from tallystick.accounting.digests import key as key_of
from tallystick.accounting.forgetting import Rounds
from tallystick.agents import AGENTS
from tallystick.errors import NotFound, UsageError
from tallystick.host import words
from tallystick.kernel.jsontext import LONGEST
from tallystick.store import asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.agents.protocol import Agent
    from tallystick.model.talk import Decision
    from tallystick.store.index import Index

LIMIT, CEILING = 40, 200


class Forgotten:
    """What compactions dropped from one session: `rounds` of them, how many sentences they `dropped` and the summaries
    kept (`survived`), of what was asked for; and the latest `decisions` that did not survive, in order.
    """

    __slots__ = ("decisions", "dropped", "path", "rounds", "session", "survived")

    def __init__(self, session: str, path: str, rounds: int, found: list[Decision], limit: int) -> None:
        self.session = session
        self.path = path
        self.rounds = rounds
        self.dropped = len(found)
        lost = [decision for decision in found if not decision.survived]
        self.survived = self.dropped - len(lost)
        self.decisions = lost[-limit:]


def forgotten(
    index: Index,
    session: str,
    *,
    number: int | None,
    classes: tuple[str, ...],
    limit: int,
) -> Forgotten:
    """Return what the compactions of a session dropped, of one round (`number`) or of all, of some classes or of all.

    NotFound, and no partial answer, where its transcript is gone or cannot be read.
    """
    unknown = sorted(set(classes) - set(CLASSES))
    if unknown:
        raise UsageError(f"there is no class {unknown[0][:40]!r}; there are {', '.join(CLASSES)}")
    path, agent = _path(index, session)
    rounds = Rounds(Phrases(words.decisions()))
    rounds.follow(agent.talk(_records(path)))
    wanted = classes or CLASSES
    found = [one for one in rounds.found if one.kind in wanted and number in {None, one.round}]
    return Forgotten(session, path, rounds.count, found, max(1, min(limit, CEILING)))


def _path(index: Index, session: str) -> tuple[str, Agent]:
    """Return where a session's main transcript lies, of the paths that the index knows, and whose it is."""
    for path, name in asked.main_transcripts(index, key_of(session)):
        agent = next((agent for agent in AGENTS if name == agent.NAME), None)
        if agent is not None and os.path.isfile(path):
            return path, agent
    raise NotFound(f"the transcript of session {session[:60]} is gone: what it said cannot be read again")


def _records(path: str) -> Iterator[tuple[int, bytes]]:
    """Yield a file's lines with their numbers, the last one even without LF; a line over the cap is passed over."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError as error:
        raise NotFound(f"{path} cannot be read ({error.strerror}): what it said cannot be read again") from None
    with os.fdopen(handle, "rb") as file:
        line = 0
        while record := file.readline(LONGEST):
            line += 1
            if len(record) < LONGEST or record.endswith(b"\n"):
                yield line, record
                continue
            while record and not record.endswith(b"\n"):
                record = file.readline(LONGEST)
