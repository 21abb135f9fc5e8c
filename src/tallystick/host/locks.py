"""A lock file that one process holds at a time; the system lets go of it when the process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
import time

from tallystick.errors import IndexBusy, RootUnusable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_POLL = 0.02  # seconds between two tries


class Lock:
    """Holds a lock file while inside; entering fails after `wait` seconds."""

    __slots__ = ("_handle", "_path", "_wait")

    def __init__(self, path: str, *, wait: float) -> None:
        self._path = path
        self._wait = wait
        self._handle = -1

    def __enter__(self) -> None:
        try:
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise RootUnusable(
                f"{self._path} cannot be made ({error.strerror}): check the folder, or use another --root"
            ) from error
        deadline = time.monotonic() + self._wait
        while not self._try():
            if time.monotonic() >= deadline:
                os.close(self._handle)
                raise IndexBusy(
                    f"another tally has held {self._path} for {self._wait:.0f} s: wait for it to finish and try again"
                )
            time.sleep(_POLL)

    def _try(self) -> bool:
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)
