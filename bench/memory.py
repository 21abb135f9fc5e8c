"""Watches the memory of a program and its children while it runs."""

from __future__ import annotations

import os
import time
from dataclasses import asdict, dataclass
from resource import RUSAGE_SELF, getrusage

from bench.timing import Failed, start

_EVERY = 0.003  # seconds between two looks


@dataclass(frozen=True)
class Peak:
    """The largest resident sets in KiB: of any one process, and of all at one moment.

    Pages that several processes share count for each of them.
    """

    one_kib: int
    sum_kib: int
    processes: int
    looks: int

    def plain(self) -> dict[str, int]:
        """The values as a file keeps them."""
        return asdict(self)


def watch(command: list[str], environment: dict[str, str], given: str = os.devnull, out: str = os.devnull) -> Peak:
    """Run a program and return its peak; Failed where it does not end well."""
    pid = start(command, environment, given, out)
    most = together = one = looks = 0
    while True:
        done, status, used = os.wait4(pid, os.WNOHANG)
        if done:
            break
        sizes = [size for size in map(resident_kib, family(pid)) if size]
        together = max(together, sum(sizes))
        one = max(one, *sizes, 0)
        most = max(most, len(sizes))
        looks += 1
        time.sleep(_EVERY)
    if status:
        raise Failed(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    # A process is born with its parent's peak: what the system says at the end tells something where it is larger.
    said = used.ru_maxrss if used.ru_maxrss > getrusage(RUSAGE_SELF).ru_maxrss else 0
    return Peak(max(one, said), max(together, said), most, looks)


def family(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    found = [pid]
    for parent in found:
        try:
            tasks = os.listdir(f"/proc/{parent}/task")
        except OSError:
            continue
        for task in tasks:
            found += _children(parent, task)
    return found


def _children(pid: int, task: str) -> list[int]:
    try:
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as children:
            return [int(word) for word in children.read().split()]
    except OSError:
        return []


def resident_kib(pid: int) -> int:
    """Return the resident set of a process in KiB, 0 where it has ended."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
    except (OSError, IndexError):
        return 0
