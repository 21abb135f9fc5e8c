"""The session that an agent asks about: which one it is, and its files, and no others, brought up to date."""

from __future__ import annotations

import os

from tallystick.accounting.digests import key as key_of
from tallystick.agents import AGENTS
from tallystick.errors import Ambiguous, NotFound
from tallystick.host import settings as host_settings
from tallystick.host import transcripts
from tallystick.host.locks import Lock
from tallystick.model.syncing import SyncRun
from tallystick.store import asked
from tallystick.tasks import settings
from tallystick.tasks.planning import make_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings
    from tallystick.host.transcripts import Found
    from tallystick.store.index import Index

VARIABLE = "CLAUDE_CODE_SESSION_ID"
_NEIGHBOURS = 3
_PATIENCE = 2.0  # seconds that an agent waits for another sync


def choose(index: Index, place: Surroundings, session: str | None, cwd: str | None) -> str:
    """Return the session that is meant: the one named, else the caller's own, else the newest of the folder.

    A name may be the start of an id that the index knows; NotFound or Ambiguous where it means none or several.
    """
    if session:
        known = asked.sessions_like(index, session)
        if session in known or not known:
            return session
        if len(known) > 1:
            raise Ambiguous(f"session {session[:60]!r} may be any of {', '.join(known)}: write more of it")
        return known[0]
    own = place.environ.get(VARIABLE)
    if own:
        return own
    folder = cwd or place.environ.get("CLAUDE_PROJECT_DIR") or place.environ.get("PWD") or ""
    newest = asked.newest_session(index, os.path.normpath(folder)) if folder else None
    if newest is None:
        raise NotFound(f"no session of {folder or 'this folder'} is known: name one, or run tally sync")
    return newest


def bring_up_to_date(index: Index, place: Surroundings, session: str) -> None:
    """Read what is new in one session's transcripts, and in no others; NotFound where it has none.

    IndexBusy where another sync holds the index for longer than an agent should wait.
    """
    found = _files(index, place, session)
    if not found and not asked.has_session(index, key_of(session)):
        raise NotFound(f"no transcript of session {session[:60]!r} is there: give the id of one, or leave it out")
    if make_part(index, found).is_empty():
        return
    from tallystick.tasks import catch_up

    texts = host_settings.stamp(place.root) is not None and settings.load(place.root, index).commands == "text"
    with Lock(os.path.join(place.root, "index.lock"), wait=_PATIENCE):
        catch_up.catch_up(index, make_part(index, found), SyncRun(place.environ, None, command_texts=texts))


def later_neighbours(index: Index, place: Surroundings, session: str) -> list[str]:
    """Return the sessions beside a session's transcript that were written to after it, the last one first, a few.

    A client that is cleared goes on in a new session while its servers still know the old one.
    """
    found: dict[str, int] = {}
    for number, one in _files(index, place, session):
        agent = AGENTS[number]
        folder = os.path.dirname(one.path)
        for near in transcripts.beside(agent.SOURCE, folder) if not agent.place(one.relative).is_subagent else ():
            if near.mtime > one.mtime:
                found[agent.place(near.relative).session] = near.mtime
    return sorted(found, key=lambda name: -found[name])[:_NEIGHBOURS]


def _files(index: Index, place: Surroundings, session: str) -> list[tuple[int, Found]]:
    """Find a session's transcripts: from the paths the index knows, else by the names of all files there are."""
    paths = [path for path, _ in asked.main_transcripts(index, key_of(session))]
    found: list[tuple[int, Found]] = []
    for number, agent in enumerate(AGENTS):
        where = transcripts.config_dirs(agent.SOURCE, place.environ, tuple(place.config_dirs or ()))
        if paths:
            near = [one for path in paths for one in transcripts.find(agent.SOURCE, where, path)]
        else:
            scan = transcripts.scan(agent.SOURCE, where)
            near = [one for one in scan.files if agent.place(one.relative).session == session]
        found += [(number, one) for one in near]
    return found
