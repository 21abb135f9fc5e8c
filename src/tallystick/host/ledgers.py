"""Finds transformation ledgers on disk, in our layout and in those of harnesses, and reads their lines."""

from __future__ import annotations

import os

from tallystick.errors import NotFound
from tallystick.host.records import RecordBuffer
from tallystick.kernel.sidecars import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Reader(Protocol):
        """What takes the lines of a ledger."""

        def feed_block(self, block: memoryview, ends: list[int], line: int, offset: int) -> object:
            """Take whole lines."""

        def refuse(self, line: int, offset: int) -> object:
            """Take note of a line that is too long."""


HIDDEN = ".savings.jsonl"
_ENDING = ".jsonl"
_SESSIONS = (".llm_assist", "sessions")


class FoundLedger:
    """A ledger, and the run and task that its place says it belongs to."""

    __slots__ = ("path", "run", "task")

    def __init__(self, path: str) -> None:
        self.path = path
        self.run, self.task = names_by_layout(os.path.abspath(path))


def names_by_layout(path: str) -> tuple[str, str]:
    """Return the run and task of a ledger by its absolute path; a file that is always called alike names neither."""
    parts = path.split("/")
    name = stem(parts[-1])
    above = ["", "", "", *parts[:-1]]
    if name in {"savings", ".savings"}:
        task = above[-1]
        run = above[-3] if above[-2] == "repos" else above[-4] if above[-3:-1] == [".llm_assist", "sessions"] else task
        return run, task
    return (above[-2] if above[-1] == "savings" else above[-1]), name


def find(paths: list[str]) -> list[FoundLedger]:
    """Return the ledgers at some paths, each once; NotFound names a path that has none."""
    found: dict[str, FoundLedger] = {}
    for path in paths:
        there = _ledgers_of(path)
        if not there:
            raise NotFound(f"there is no transformation ledger at {path}: name a ledger, or the folder of a run")
        for one in there:
            found.setdefault(os.path.realpath(one), FoundLedger(one))
    return list(found.values())


def read(path: str, reader: Reader) -> None:
    """Give a reader every line of a ledger, the last one also where it does not end."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        _, line, rest = RecordBuffer().read(handle, 0, 0, reader.feed_block, reader.refuse)
        if rest:
            reader.feed_block(memoryview(rest), [len(rest)], line, 0)
    finally:
        os.close(handle)


def _ledgers_of(path: str) -> list[str]:
    """Return what the first layout that fits says; a folder of any other .jsonl is the last but one that is tried."""
    if not os.path.isdir(path):
        return [path] if os.path.isfile(path) else []
    own, repositories, sessions = (os.path.join(path, *names) for names in (("transforms",), ("repos",), _SESSIONS))
    return (
        _existing(os.path.join(path, HIDDEN))
        or _files_in(os.path.join(path, "savings"))
        or [one for name in _names_in(repositories) for one in _existing(os.path.join(repositories, name, HIDDEN))]
        or [one for name in _names_in(sessions) for one in _existing(os.path.join(sessions, name, "savings.jsonl"))]
        or [one for name in _names_in(own) for one in _files_in(os.path.join(own, name))]
        or _files_in(path)
        or [one for name in _names_in(path) for one in _run(os.path.join(path, name))]
    )


def _run(folder: str) -> list[str]:
    return _files_in(os.path.join(folder, "savings")) or _files_in(folder)


def _existing(path: str) -> list[str]:
    return [path] if os.path.isfile(path) else []


def _files_in(folder: str) -> list[str]:
    return [
        path
        for name in _names_in(folder)
        if name.endswith(_ENDING) and os.path.isfile(path := os.path.join(folder, name))
    ]


def _names_in(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []
