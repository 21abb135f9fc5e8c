"""Turns jobs into intakes: reads files one after the other and hands over rows, in this process or a worker's."""

from __future__ import annotations

import os

from tallystick.accounting import digests
from tallystick.accounting.commands import Describer
from tallystick.accounting.names import Names
from tallystick.agents import AGENTS
from tallystick.model.transcript_file import REPARSED, UNREADABLE, FileState
from tallystick.tasks.reading import FileReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.vocabulary import Vocabulary
    from tallystick.model.syncing import SyncReport
    from tallystick.tasks.planning import Job
    from tallystick.tasks.reading import Rows


class Read:
    """One file's intake, the names it taught, and the bytes it took."""

    __slots__ = ("bytes", "names", "relation", "rows", "state")

    def __init__(self, state: FileState, relation: int, rows: Rows, names: list[tuple[int, str]], size: int) -> None:
        self.state = state
        self.relation = relation
        self.rows = rows
        self.names = names
        self.bytes = size

    def count(self, report: SyncReport) -> None:
        """Count this file's reading."""
        report.changed += 1
        report.bytes += self.bytes
        report.rejections += len(self.rows["rejection"])
        report.responses += len(self.rows["usage_line"])
        report.unreadable += self.state.state == UNREADABLE
        report.reread += self.relation == REPARSED

    def pack(self) -> tuple[object, ...]:
        """Return plain values that another process can send."""
        return self.state.row(), self.relation, self.rows, self.names, self.bytes

    @classmethod
    def unpack(cls, values: tuple[object, ...]) -> Read:
        """Return what `pack` took apart."""
        row, relation, rows, names, size = values
        return cls(FileState.from_row(row), relation, rows, names, size)  # type: ignore[arg-type]


class Intakes:
    """Reads jobs; names are learnt once a process."""

    __slots__ = ("_names", "_reader")

    def __init__(self, vocabulary: Vocabulary, *, typed: bool, command_texts: bool) -> None:
        self._names = Names()
        describer = Describer(vocabulary, keeps_text=command_texts)
        self._reader = FileReader(self._names, describer, typed=typed)

    def prepare(self) -> None:
        """Load what reading takes, once, before a second process does the same."""
        for agent in AGENTS:
            self._reader.load(agent)

    def read(self, job: Job) -> Read:
        """Read one job's file."""
        state = job.state
        agent = AGENTS[job.agent]
        state.agent = self._names.key(agent.NAME)
        state.session = state.session or self._names.key(job.place.session)
        if state.side and not state.spawn_call:
            state.spawn_call = _spawn_call(state.path.removesuffix(agent.SOURCE.suffix) + agent.SOURCE.sidecar)
        relation, rows = self._reader.read(state, agent, job.place)
        return Read(state, relation, rows, list(self._names.take_fresh().items()), job.bytes)


def _spawn_call(path: str) -> int:
    """Return the key of the call that spawned a child, as the file beside its transcript names it, or 0."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return 0
    import json

    try:
        found = json.loads(os.read(handle, 1 << 16))
    except (ValueError, OSError, RecursionError):
        return 0
    finally:
        os.close(handle)
    call = found.get("toolUseId") if isinstance(found, dict) else None
    return digests.key(call) if isinstance(call, str) and call else 0
