"""All transcripts together: who owns what, and what happened between two acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference import shell
from tests.reference.context import exposure

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from tests.reference.reading import Act, Thread

Finding = dict[str, "Any"]
NO, PERHAPS, YES = 0, 1, 2


class Archive:
    """The transcripts, by session."""

    def __init__(self, threads: list[Thread]) -> None:
        self.threads = threads
        self.sessions: dict[str, list[Thread]] = {}
        for thread in threads:
            self.sessions.setdefault(thread.session, []).append(thread)
        self.holding: dict[str, dict[str, str | None]] = {}
        self.holders: dict[str, set[str]] = {}
        for thread in threads:
            for _, entry in thread.responses:
                claims = self.holding.setdefault(entry["message"]["id"], {})
                claims[thread.session] = entry.get("requestSessionId")
            for _, entry in thread.entries:
                self.holders.setdefault(str(entry.get("uuid")), set()).add(thread.session)
        self.owners = {key: self.owner(claims) for key, claims in self.holding.items()}

    def owner(self, claims: dict[str, str | None]) -> str:
        """The session that a response is booked to: the one it names, else the one that began first."""
        named = [claim for claim in claims.values() if claim]
        if named or len(claims) == 1:
            return (named or list(claims))[0]
        return min(claims, key=lambda session: (self.start(session), self.first_of_its_own(session), session))

    def start(self, session: str) -> float:
        """When a session's lines begin."""
        return min(float(e["time"]) for t in self.sessions[session] for _, e in t.entries if e["time"] >= 0)

    def first_of_its_own(self, session: str) -> float:
        """The time of its first line that no other session has."""
        lines = [entry for thread in self.sessions[session] for _, entry in thread.entries]
        own = [float(e["time"]) for e in lines if len(self.holders[str(e.get("uuid"))]) == 1]
        return min(own, default=float("inf"))

    def owned(self, act: Act) -> bool:
        """Whether an act is its session's own, not a copy of another's."""
        return self.owners[act.response] == act.thread.session

    def others(self, act: Act) -> Iterable[Act]:
        """Every act of the same session: of the parent, of its children, of the thread itself."""
        for thread in self.sessions[act.thread.session]:
            yield from thread.acts


def lies_between(one: Act, first: Act, last: Act) -> int:
    """Whether something happened between two acts of one thread: by line in that thread, by time in another."""
    if one.thread is first.thread:
        return YES if one.line > first.line and one.call_line < last.line and one not in {first, last} else NO
    if one.began >= first.ended and one.ended <= last.began:
        return YES
    return PERHAPS if one.ended > first.began and one.began < last.ended else NO


def finding(signature: str, label: str, later: Act, *earlier: Act) -> Finding:
    """A finding about one result."""
    return {
        "signature": signature,
        "label": label,
        "session": later.thread.session,
        "later": later.place,
        "earlier": [act.place for act in earlier],
        "payload_tokens": later.tokens,
        "exposure_token_turns": exposure(later),
    }


def command_and_place(act: Act) -> tuple[str, str]:
    """The normalised command and where it ran."""
    return shell.normalise(act.command, act.cwd)
