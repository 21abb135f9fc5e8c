"""A file that only grows: each line is one write at its end, by any number of threads and processes.

A process that is killed while it writes may leave a part of a line: whoever opens the file next cuts that off, or,
while others have the file open and may be writing, ends it, so that it costs nobody else's line. A disk that fills up
takes a part of a line first; that part is taken back.
"""

from __future__ import annotations

from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
from posix import (
    O_APPEND,
    O_CLOEXEC,
    O_CREAT,
    O_EXCL,
    O_NOFOLLOW,
    O_NONBLOCK,
    O_RDWR,
    O_WRONLY,
    close,
    fstat,
    ftruncate,
    lseek,
    mkdir,
    open,  # noqa: A004 - the system's, not Python's
    pread,
    unlink,
    write,
)
from time import sleep

_KIND, _REGULAR = 0o170000, 0o100000
_CHUNK = 1 << 16
_HERE = 1  # lseek: from where the last write ended
_TRIES, _PAUSE = 20, 0.001  # whoever mends the file holds it for some microseconds
_EINVAL, _ENOSPC = 22, 28


class AppendFile:
    """An open file of lines; OSError where it cannot be opened or written."""

    __slots__ = ("_handle", "_is_torn")

    def __init__(self, path: str) -> None:
        self._handle = _open(path)
        try:
            _demand_regular(self._handle, path)
            self._is_torn = _mend(self._handle)
        except BaseException:
            close(self._handle)
            raise

    def append(self, line: bytes) -> None:
        """Add one line, which ends with a line feed, in one write: whole, or not at all and an OSError."""
        data = b"\n" + line if self._is_torn else line
        done = write(self._handle, data)
        if done != len(data):
            end = lseek(self._handle, 0, _HERE)
            if fstat(self._handle).st_size == end:  # nobody has written behind it
                ftruncate(self._handle, end - done)
            raise OSError(_ENOSPC, "no room for a whole line")
        self._is_torn = False

    def close(self) -> None:
        """Let go of the file."""
        close(self._handle)


def make_folder(path: str) -> None:
    """See that a folder is there, with those above it, for this user alone; OSError where it cannot be made."""
    try:
        mkdir(path, 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        above = path.rstrip("/").rpartition("/")[0]
        if not above:
            raise
        make_folder(above)
        try:
            mkdir(path, 0o700)
        except FileExistsError:  # somebody else was faster
            return


def put_new(path: str, data: bytes) -> None:
    """Write a file that must not be there yet, for this user alone; OSError and no file where it cannot be done."""
    handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[write(handle, rest) :]
    except BaseException:
        unlink(path)
        raise
    finally:
        close(handle)


def reason(error: Exception) -> str:
    """Return why something could not be done, without the place, which may be long or somebody's name."""
    return str(getattr(error, "strerror", None) or error)


def _open(path: str) -> int:
    flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC  # a FIFO must not hold anybody up
    try:
        return open(path, flags, 0o600)
    except FileNotFoundError:
        folder = path.rpartition("/")[0]
        if not folder:
            raise
        make_folder(folder)
        return open(path, flags, 0o600)


def _demand_regular(handle: int, path: str) -> None:
    if fstat(handle).st_mode & _KIND != _REGULAR:
        raise OSError(_EINVAL, "not a regular file", path)


def _mend(handle: int) -> bool:
    """See that the file ends with a whole line; say whether the next line must start with a line feed of its own.

    Everybody who writes holds a shared lock: an exclusive one proves that nobody is in the middle of a line.
    """
    is_alone = _lock(handle, LOCK_EX, tries=1)
    size = fstat(handle).st_size
    is_torn = size > 0 and pread(handle, 1, size - 1) != b"\n"
    if is_torn and is_alone:
        ftruncate(handle, _last_end(handle, size))
        is_torn = False
    _lock(handle, LOCK_SH, tries=_TRIES)
    return is_torn


def _lock(handle: int, kind: int, *, tries: int) -> bool:
    """Say whether a lock was had; a file system without locks, or a process that keeps it, holds nobody up."""
    for _ in range(tries):
        try:
            flock(handle, kind | LOCK_NB)
        except BlockingIOError:
            sleep(_PAUSE)
        except OSError:
            return False
        else:
            return True
    return False


def _last_end(handle: int, size: int) -> int:
    """Return the offset behind the last line feed, 0 where there is none."""
    end = size
    while end > 0:
        start = max(0, end - _CHUNK)
        at = pread(handle, end - start, start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0
