"""Waits a while for a file that one process holds at a time; the system lets go of it when the process ends."""

from __future__ import annotations

from fcntl import LOCK_EX, LOCK_NB, flock
from time import monotonic, sleep

_PAUSE = 0.001  # seconds between two tries


def lock(handle: int, patience: float) -> bool:
    """Hold an open file from now on; no where others held it all the time (s). OSError where a file system cannot."""
    until = monotonic() + patience
    while True:
        try:
            flock(handle, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            if monotonic() >= until:
                return False
            sleep(_PAUSE)
        else:
            return True
