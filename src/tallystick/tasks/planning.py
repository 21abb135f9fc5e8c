"""Compares what a scan found with what the index knows: what to read, what moved, what went."""

from __future__ import annotations

import os

from tallystick.agents import AGENTS
from tallystick.model.transcript_file import GONE, PRESENT, UNREADABLE, FileState
from tallystick.store import queries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.transcripts import Found
    from tallystick.model.source import Place
    from tallystick.store.index import Index


class Job:
    """A file to read: its state so far, what its path says of it, and how many bytes are new."""

    __slots__ = ("agent", "bytes", "place", "state")

    def __init__(self, state: FileState, agent: int, place: Place, size: int) -> None:
        self.state = state
        self.agent = agent
        self.place = place
        self.bytes = size

    def is_outdated(self) -> bool:
        """Say whether an older parser read what the index holds of the file."""
        return 0 < self.state.parser < AGENTS[self.agent].PARSER


class Plan:
    """What the scan says must be done."""

    __slots__ = ("gone", "jobs", "moved", "returned")

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.moved: list[tuple[int, str]] = []
        self.gone: list[int] = []
        self.returned: list[int] = []

    def is_empty(self) -> bool:
        """Say whether the index is up to date."""
        return not (self.jobs or self.moved or self.gone or self.returned)


def make_plan(index: Index, found: list[tuple[int, Found]]) -> Plan:
    """Return what must be done so that the index tells what the found files hold."""
    known = queries.file_stamps(index)
    plan = _compare(index, found, known)
    plan.gone = [stamp[0] for stamp in known.values() if stamp[4] != GONE]
    return plan


def make_part(index: Index, found: list[tuple[int, Found]]) -> Plan:
    """Return the same for some files alone: a file that was not looked for is not gone."""
    known = queries.file_stamps(index, [one.path for _, one in found])
    if len(known) < len(found):  # one that is new may have stood elsewhere
        known = queries.file_stamps(index)
    return _compare(index, found, known)


def _compare(index: Index, found: list[tuple[int, Found]], known: dict[str, tuple[int, ...]]) -> Plan:
    """Compare files with what is known; what they are not is left in `known`."""
    plan = Plan()
    fresh: list[tuple[int, Found]] = []
    for agent, one in found:
        stamp = known.pop(one.path, None)
        if stamp is None:
            fresh.append((agent, one))
            continue
        file, size, mtime, inode, state, parser = stamp
        if (
            (size, mtime, inode) != (one.size, one.mtime, one.inode)
            or parser < AGENTS[agent].PARSER
            or state == UNREADABLE
        ):
            new = one.size - size if one.size > size and inode == one.inode else one.size
            plan.jobs.append(Job(queries.file_state(index, file), agent, _place(agent, one), new))
        elif state != PRESENT:
            plan.returned.append(file)
    if fresh:
        _add_fresh(index, plan, fresh, known)
    return plan


def _place(agent: int, one: Found) -> Place:
    return AGENTS[agent].place(one.relative)


def _add_fresh(index: Index, plan: Plan, fresh: list[tuple[int, Found]], known: dict[str, tuple[int, ...]]) -> None:
    """Plan files at paths the index does not know: those that stood elsewhere before are moved, not new."""
    fresh = _not_forgotten(index, fresh)
    moved = _moved(index, fresh, known)
    number = queries.last_file(index)
    for agent, one in fresh:
        old = moved.get(one.path)
        if old is not None:
            state = queries.file_state(index, known.pop(old)[0])
            plan.moved.append((state.id, one.path))
            if (state.size, state.mtime) != (one.size, one.mtime):
                state.path = one.path
                plan.jobs.append(Job(state, agent, _place(agent, one), max(0, one.size - state.size)))
            continue
        number += 1
        plan.jobs.append(new_job(number, agent, one))


def new_job(number: int, agent: int, one: Found) -> Job:
    """Return the job of reading a file for the first time."""
    place = AGENTS[agent].place(one.relative)
    state = FileState(number, one.path, place.transcript, 0)
    state.side = int(place.is_subagent)
    if place.child:
        from tallystick.accounting.digests import key as key_of  # not at the top: it loads xxhash

        state.child = key_of(place.child)
    return Job(state, agent, place, one.size)


def _not_forgotten(index: Index, fresh: list[tuple[int, Found]]) -> list[tuple[int, Found]]:
    """Leave out transcripts that were forgotten for good, wherever they stand now."""
    paths, heads = queries.forgotten(index)
    if not paths:
        return fresh
    from tallystick.accounting.digests import key as key_of

    return [(agent, one) for agent, one in fresh if key_of(one.path) not in paths and not _starts_like(one.path, heads)]


def _starts_like(path: str, heads: set[bytes]) -> bool:
    from tallystick.tasks.reading import same_head

    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return any(same_head(handle, head) for head in heads)
    finally:
        os.close(handle)


def _moved(index: Index, fresh: list[tuple[int, Found]], known: dict[str, tuple[int, ...]]) -> dict[str, str]:
    """Match new paths with vanished ones by the bytes they start with; only an unambiguous match counts."""
    from tallystick.tasks.reading import same_head

    gone = [queries.file_state(index, stamp[0]) for path, stamp in known.items() if not os.path.exists(path)]
    matches: dict[str, str] = {}
    taken: set[str] = set()
    for _, one in fresh if gone else ():
        try:
            handle = os.open(one.path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            same = [
                s.path
                for s in gone
                if s.path not in taken and s.size and one.size >= s.offset and same_head(handle, s.head)
            ]
        finally:
            os.close(handle)
        if len(same) == 1:
            matches[one.path] = same[0]
            taken.add(same[0])
    return matches
