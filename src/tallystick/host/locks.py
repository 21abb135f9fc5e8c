"""A lock file that one process holds at a time; the system lets go of it when the process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


class Lock:
    """Holds `path` while inside; `held` says whether it was got within `wait` seconds."""

    __slots__ = ("_handle", "_path", "_wait", "held")

    def __init__(self, path: str, *, wait: float) -> None:
        self._path = path
        self._wait = wait
        self._handle = -1
        self.held = False

    def __enter__(self) -> Lock:
        self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        deadline = time.monotonic() + self._wait
        while True:
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    return self
                time.sleep(0.02)
            else:
                self.held = True
                return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._handle)
