"""Who calls: the surroundings of the server, the call's id in the transcript, and the sessions held in memory."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tallystick.accounting.digests import key
from tallystick.host import clock
from tallystick.store import index as store
from tallystick.store.index import open_index
from tallystick.store.live import LiveSession
from tallystick.tasks import asking

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tallystick.host.environment import Surroundings
    from tallystick.model.history import History
    from tallystick.store.index import Index
    from tallystick.tasks.building import Building

_HELD = 4  # sessions kept in memory


class Memory:
    """What the server keeps between calls: the open index, and what was read of the sessions asked about last."""

    __slots__ = ("_identity", "_index", "_sessions")

    def __init__(self) -> None:
        self._sessions: dict[int, LiveSession] = {}
        self._index: Index | None = None
        self._identity: tuple[int, int] | None = None

    def index(self, root: str) -> Index | None:
        """Return the index under a root folder, opened once: closing it costs more than a question may take.

        One that was put in its place since is opened anew, and nothing that was read of the old one is kept.
        """
        found = _identity(root)
        if self._index is None or found != self._identity:
            self.close()
            self._sessions = {} if found != self._identity else self._sessions
            self._index, self._identity = open_index(root), found
        else:
            store.check_version(self._index)
        return self._index

    def failure(self, error: Exception) -> Exception | None:
        """Return what a failure is to the user where it is the open index's, else None."""
        return None if self._index is None else self._index.failure(error)

    def close(self) -> None:
        """Close the index until the next question."""
        if self._index is not None:
            self._index.db.close()
            self._index = None

    def session(self, number: int) -> LiveSession:
        """Return a session by its key; the one not asked about for longest gives way."""
        found = self._sessions.pop(number, None) or LiveSession(number)
        self._sessions[number] = found
        while len(self._sessions) > _HELD:
            del self._sessions[next(iter(self._sessions))]
        return found


class Caller:
    """One call."""

    __slots__ = ("building", "call", "memory", "place")

    def __init__(self, place: Surroundings, memory: Memory, building: Building, call: str | None) -> None:
        self.place = place
        self.memory = memory
        self.building = building
        self.call = call

    @property
    def now_ms(self) -> int:
        """The moment of the call: a server runs for long."""
        return clock.now_ms(self.place.environ)

    @contextmanager
    def index(self) -> Iterator[Index | None]:
        """The index; None while the first one is being built."""
        try:
            index = self.memory.index(self.place.root)
            if index is None:
                self.building.start()
            yield index
        except store.BROKEN as error:
            self.memory.close()
            raise store.explain(error, os.path.join(self.place.root, store.NAME)) from error
        except Exception as error:
            said = self.memory.failure(error)
            if said is None:
                raise
            self.memory.close()
            raise said from error

    def session(self, index: Index, name: str | None, cwd: str | None) -> str:
        """Return the session that is meant, its transcripts brought up to date, and those of no other."""
        session = asking.choose(index, self.place, name, cwd)
        asking.bring_up_to_date(index, self.place, session)
        return session

    def neighbours(self, index: Index, session: str) -> list[str]:
        """Return the sessions that may have taken a session's place, brought up to date."""
        found = asking.later_neighbours(index, self.place, session)
        for other in found:
            asking.bring_up_to_date(index, self.place, other)
        return found

    def history(self, index: Index, session: str) -> History:
        """Return a session's history as far as the index knows it."""
        return self.memory.session(key(session)).refresh(index)


def _identity(root: str) -> tuple[int, int] | None:
    """Return by what an index file is known again, None where there is none."""
    try:
        found = os.stat(os.path.join(root, store.NAME))
    except OSError:
        return None
    return found.st_dev, found.st_ino
