"""What a render does beside its line, and rarely: it lets stale prices be fetched."""

from __future__ import annotations

import posix
from posix import F_TLOCK, O_CLOEXEC, O_CREAT, O_NOFOLLOW, O_RDWR, close, fstat, lockf, open, utime  # noqa: A004

from tallystick.kernel.files import make_folder

_MINUTE = 60
_AGAIN = 10 * _MINUTE


def refresh_prices(root: bytes, python: str, now_s: int) -> bool:
    """Start `tally prices refresh`, at most once in ten minutes; say whether it was.

    The new process belongs to nobody here: a session of its own, nothing to read, nowhere to print.
    """
    if not make_folder(root + b"/prices") or not _claim(root + b"/prices/refresh.started", now_s):
        return False
    nowhere = [(posix.POSIX_SPAWN_OPEN, number, b"/dev/null", O_RDWR, 0) for number in range(3)]
    words = [python, "-P", "-m", "tallystick", "--root", root.decode("utf-8", "surrogateescape"), "prices", "refresh"]
    try:
        posix.posix_spawn(python, words, posix.environ, file_actions=nowhere, setsid=True)
    except OSError:
        return False
    return True


def _claim(path: bytes, now_s: int) -> bool:
    """Say whether this process is the one that may start a refresh now."""
    try:
        handle = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    except OSError:
        return False
    try:
        lockf(handle, F_TLOCK, 0)
        found = fstat(handle)
        if found.st_size and now_s - found.st_mtime < _AGAIN:
            return False
        posix.pwrite(handle, b"1", 0)  # a file that was made just now says nothing of a start
        utime(handle)
    except OSError:
        return False
    finally:
        close(handle)
    return True
