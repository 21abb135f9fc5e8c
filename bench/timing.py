"""Runs a program from fork to exit and says what that took: time, memory, and how busy the machine was with others."""

from __future__ import annotations

import os
import resource
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TICKS = os.sysconf("SC_CLK_TCK")
_LOOK = 0.1  # seconds: ten ticks, of which one may be anybody's


class Failed(Exception):
    """A program that is measured, or that a measurement needs, did not do its work."""


@dataclass(frozen=True)
class Sample:
    """One run: wall clock from fork to exit, CPU of the program and its children, and of everybody else meanwhile.

    `rss_kib` is the largest resident set of any one of its processes, `load` the load average when it started.
    """

    seconds: float
    cpu_seconds: float
    others_cpu_seconds: float
    rss_kib: int
    load: float

    def plain(self) -> dict[str, float | int]:
        """The values as a file keeps them."""
        return {name: round(value, 4) for name, value in asdict(self).items()}


def start(command: list[str], environment: dict[str, str], given: str = os.devnull, out: str = os.devnull) -> int:
    """Start a program that reads one file and prints into another, and return its process id."""
    files = [
        (os.POSIX_SPAWN_OPEN, 0, given, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    ]
    return os.posix_spawn(command[0], command, environment, file_actions=files)


def run(command: list[str], environment: dict[str, str], given: str = os.devnull, out: str = os.devnull) -> Sample:
    """Run a program and return what it took; Failed where it does not end well."""
    load = os.getloadavg()[0]
    before = _busy()
    began = time.perf_counter()
    pid = start(command, environment, given, out)
    _, status, used = os.wait4(pid, 0)
    seconds = time.perf_counter() - began
    if status:
        raise Failed(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    own = used.ru_utime + used.ru_stime
    others = max(0.0, _busy() - before - own)
    return Sample(seconds, own, others, used.ru_maxrss, load)


def timed(action: Callable[[], object]) -> Sample:
    """Do something in this process and return what it took."""
    load = os.getloadavg()[0]
    before, used = _busy(), time.process_time()
    began = time.perf_counter()
    action()
    seconds, own = time.perf_counter() - began, time.process_time() - used
    others = max(0.0, _busy() - before - own)
    return Sample(seconds, own, others, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, load)


def wait_for_calm(patience: float) -> float:
    """Wait until nobody uses more than a tenth of one core, or until patience (seconds) is out; the seconds waited."""
    began = time.perf_counter()
    while (waited := time.perf_counter() - began) < patience:
        before = _busy()
        time.sleep(_LOOK)
        if _busy() - before <= _LOOK / 10:
            break
    return waited


def _busy() -> float:
    """CPU seconds that all processes have used since the machine started; 0 where the system does not tell."""
    try:
        with open("/proc/stat", encoding="ascii") as stat:
            user, nice, system = map(int, stat.readline().split()[1:4])
    except (OSError, ValueError):
        return 0.0
    return (user + nice + system) / _TICKS
