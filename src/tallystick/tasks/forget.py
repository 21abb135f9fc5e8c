"""Forgets sessions for good: finds them, removes them from the index, and removes the copies of it that hold them,
and what lies beside it.
"""

from __future__ import annotations

from tallystick.errors import NotFound, RootUnusable
from tallystick.host import session_traces
from tallystick.store import backups, forgetting, queries
from tallystick.store.index import open_index
from tallystick.tasks.choosing import find_project, find_session
from tallystick.tasks.sync import locked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tallystick.host.environment import Surroundings
    from tallystick.model.answers import SessionRow


class Forgotten:
    """What was forgotten: sessions, transcripts, backups, rows of savings, kept outputs; `notes` for the user."""

    __slots__ = ("backups", "notes", "outputs", "savings", "sessions", "transcripts")

    def __init__(self) -> None:
        self.sessions = self.transcripts = self.backups = self.savings = self.outputs = 0
        self.notes: list[str] = []


def forget(
    place: Surroundings,
    confirm: Callable[[int], bool],
    *,
    session: str | None = None,
    project: str | None = None,
    before_ms: int | None = None,
) -> Forgotten:
    """Forget what matches every one of these, if `confirm` agrees to the number of sessions; no sync before it."""
    done = Forgotten()
    index = open_index(place.root)
    if index is None:
        raise NotFound(f"there is no index under {place.root}: nothing is kept that could be forgotten")
    with index:
        rows = queries.sessions(index)
        wanted = _find(rows, place, done.notes, session=session, project=project, before_ms=before_ms)
        if not wanted or not confirm(len(wanted)):
            return done
        with locked(place.root):
            done.savings, done.outputs = _remove_traces(place.root, {rows[key].id for key in wanted})
            done.transcripts = forgetting.forget(index, wanted)
            done.backups = backups.drop(index)
        done.sessions = len(wanted)
    return done


def _remove_traces(root: str, sessions: set[str]) -> tuple[int, int]:
    try:
        return session_traces.remove(root, sessions)
    except OSError as error:
        raise RootUnusable(
            f"{error.filename or root} cannot be removed ({error.strerror}): nothing was taken out of the index; "
            "check the permissions of the folder and forget again"
        ) from error


def _find(
    rows: Mapping[int, SessionRow],
    place: Surroundings,
    notes: list[str],
    *,
    session: str | None,
    project: str | None,
    before_ms: int | None,
) -> set[int]:
    found = dict(rows)
    if session is not None:
        chosen = find_session(rows, session, notes)
        found = {key: row for key, row in found.items() if row.id == chosen}
    if project is not None:
        chosen = find_project(rows, project, place.environ, notes)
        found = {key: row for key, row in found.items() if row.project == chosen}
    if before_ms is not None:
        found = {key: row for key, row in found.items() if row.last_ms is not None and row.last_ms < before_ms}
    return set(found)
