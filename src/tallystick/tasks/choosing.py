"""What a question is about: bounds in whole quarters and edges, and what the user's words mean to the index.

A project is named by its path or its last part, a session by its beginning, a model by its id.
Nothing is matched by likeness. A name that the index does not know chooses nothing, and a note says so.
"""

from __future__ import annotations

import os

from tallystick.accounting.bounds import split
from tallystick.agents import AGENTS
from tallystick.errors import Ambiguous, UsageError
from tallystick.kernel.display import clean
from tallystick.kernel.models import take_apart
from tallystick.kernel.places import expand
from tallystick.model.scope import Scope
from tallystick.store import queries, sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.accounting.periods import Zone
    from tallystick.model.answers import SessionRow
    from tallystick.store.index import Index


class Question:
    """What is asked: the grouping, the bounds (epoch ms; `until_ms` excluded), what to leave out, at which prices."""

    __slots__ = ("agent", "by", "model", "price_file", "prices", "project", "session", "since_ms", "until_ms", "zone")

    def __init__(
        self,
        by: str,
        zone: Zone,
        *,
        since_ms: int | None = None,
        until_ms: int | None = None,
        project: str | None = None,
        model: str | None = None,
        session: str | None = None,
        agent: str | None = None,
        prices: str | None = None,
        price_file: str | None = None,
    ) -> None:
        if since_ms is not None and until_ms is not None and since_ms >= until_ms:
            raise UsageError("--since is not before --until: nothing lies between them")
        self.by = by
        self.zone = zone
        self.since_ms = since_ms
        self.until_ms = until_ms
        self.project = project
        self.model = model
        self.session = session
        self.agent = agent
        self.prices = prices
        self.price_file = price_file


class Choice:
    """What a question is about, as the index understands it.

    `edges` are stretches (epoch ms) that are no whole quarters, `models` keys or None for all, `notes` what to tell the
    user of names that the index does not know.
    """

    __slots__ = ("_agent", "_project", "_session", "edges", "models", "notes", "question", "since_q", "until_q")

    def __init__(self, question: Question, index: Index, environ: Mapping[str, str]) -> None:
        self.question = question
        self.notes: list[str] = []
        self.since_q, self.until_q, self.edges = split(question.since_ms, question.until_ms)
        if self.since_q is None and self.until_q is not None:
            self.since_q = 0  # a response without a time is not known to be before anything
        self._project = self._session = None
        if question.project is not None or question.session is not None:
            sessions = queries.sessions(index)
            if question.project is not None:
                self._project = find_project(sessions, question.project, environ, self.notes)
            if question.session is not None:
                self._session = find_session(sessions, question.session, self.notes)
        self._agent = None if question.agent is None else find_agent(question.agent)
        self.models = None if question.model is None else find_models(index, question.model, self.notes)

    def scope(self) -> Scope:
        """Return the whole quarters that are asked for."""
        return self._scope(self.since_q, self.until_q)

    def edge_scope(self) -> Scope:
        """Return the same without bounds: an edge brings its own."""
        return self._scope(None, None)

    def _scope(self, since_q: int | None, until_q: int | None) -> Scope:
        return Scope(since_q=since_q, until_q=until_q, project=self._project, session=self._session, agent=self._agent)

    def has_model(self, model: int) -> bool:
        """Say whether a model is asked for."""
        return self.models is None or model in self.models

    def has_session(self, session: SessionRow | None) -> bool:
        """Say whether all of a session is asked for: what has no time can be counted in no part of one."""
        wanted = ((self._project, "project"), (self._session, "id"), (self._agent, "agent"))
        if any(value is not None and getattr(session, name, None) != value for value, name in wanted):
            return False
        since, until = self.question.since_ms, self.question.until_ms
        if since is None and until is None:
            return True
        if session is None or session.first_ms is None or session.last_ms is None:
            return False
        return (since is None or since <= session.first_ms) and (until is None or session.last_ms < until)


def find_project(sessions: Mapping[int, SessionRow], text: str, environ: Mapping[str, str], notes: list[str]) -> str:
    """Return the project of that path, or the one whose path ends in that name; Ambiguous where several do."""
    known = sorted({row.project for row in sessions.values() if row.project})
    for exact in (text, os.path.abspath(expand(text, environ))):
        if exact in known:
            return exact
    ending = "/" + text.strip("/")
    found = [project for project in known if project.endswith(ending)]
    if len(found) > 1:
        raise Ambiguous(f"project {text[:60]!r} may be any of {_list(found)}: write one of them whole")
    if not found:
        notes.append(_unknown("project", text, len(known)))
    return found[0] if found else text


def find_session(sessions: Mapping[int, SessionRow], text: str, notes: list[str]) -> str:
    """Return the session id that is or begins with the text; Ambiguous where several do."""
    found = sorted(row.id for row in sessions.values() if row.id == text) or sorted(
        row.id for row in sessions.values() if text and row.id.startswith(text)
    )
    if len(found) > 1:
        raise Ambiguous(f"session {text[:60]!r} may be any of {_list(found)}: write more of it")
    if not found:
        notes.append(_unknown("session", text, len(sessions)))
    return found[0] if found else text


def find_models(index: Index, text: str, notes: list[str]) -> set[int]:
    """Return the keys of the models of that name, or of that id under the wrappers that the price list knows."""
    known = queries.names_of(index, sums.models(index))
    found = {key for key, name in known.items() if name == text}
    found = found or {key for key, name in known.items() if text in take_apart(name).ids}
    if not found:
        notes.append(_unknown("model", text, len(known)))
    return found


def find_agent(text: str) -> str:
    """Return the name of the agent meant, in any case, dashes for spaces; UsageError for one that we cannot read."""
    wanted = text.casefold().replace("-", " ")
    for agent in AGENTS:
        if agent.NAME.casefold() == wanted:
            return agent.NAME
    names = ", ".join(agent.NAME for agent in AGENTS)
    raise UsageError(f"--agent {text[:40]!r} is no agent that tally reads; it reads {names}")


def _list(found: list[str]) -> str:
    more = f" and {len(found) - 5} more" if len(found) > 5 else ""
    return ", ".join(map(clean, found[:5])) + more


def _unknown(kind: str, text: str, known: int) -> str:
    return f"no {kind} {clean(text[:60])!r} in the index, which knows {known}; tally spent --by {kind} lists them"
