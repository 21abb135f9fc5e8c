"""Who calls: the surroundings of the server, the call's id in the transcript, and the sessions held in memory."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tallystick.accounting.digests import key
from tallystick.host import clock
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
    """What the server keeps between calls: the sessions asked about last, read as far as they were written."""

    __slots__ = ("_sessions",)

    def __init__(self) -> None:
        self._sessions: dict[int, LiveSession] = {}

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
        """The index, closed afterwards; None while the first one is being built."""
        index = open_index(self.place.root)
        if index is None:
            self.building.start()
            yield None
            return
        with index:
            yield index

    def session(self, index: Index, name: str | None, cwd: str | None) -> str:
        """Return the session that is meant, its transcripts brought up to date, and those of no other."""
        session = asking.choose(index, self.place, name, cwd)
        asking.bring_up_to_date(index, self.place, session)
        return session

    def history(self, index: Index, session: str) -> History:
        """Return a session's history as far as the index knows it."""
        return self.memory.session(key(session)).refresh(index)
