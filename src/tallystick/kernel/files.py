"""Files of a short-lived process: small ones read, ours written whole or not at all, for this user alone.

Paths are bytes, so that no locale changes them. Reading and writing never raise: whoever asked goes on without a file.
"""

from __future__ import annotations

from posix import (
    O_APPEND,
    O_CLOEXEC,
    O_CREAT,
    O_EXCL,
    O_NOFOLLOW,
    O_NONBLOCK,
    O_RDONLY,
    O_RDWR,
    O_WRONLY,
    close,
    fstat,
    getpid,
    mkdir,
    open,  # noqa: A004 - the system's, not Python's
    pread,
    readlink,
    replace,
    stat,
    unlink,
    write,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from posix import stat_result

READ = O_RDONLY | O_CLOEXEC | O_NONBLOCK  # a FIFO must not hold anybody up
_SMALL = 1 << 20
_KIND, _REGULAR = 0o170000, 0o100000


def is_regular(found: stat_result) -> bool:
    """Say whether this is a file of bytes, and no device, folder or pipe."""
    return found.st_mode & _KIND == _REGULAR


def read_file(path: bytes, most: int = _SMALL) -> bytes | None:
    """Return what a regular file holds, None where there is none, it cannot be read or is larger than `most` bytes."""
    try:
        handle = open(path, READ)
    except (OSError, ValueError):
        return None
    try:
        found = fstat(handle)
        if not is_regular(found) or found.st_size > most:
            return None
        return pread(handle, found.st_size + 1, 0)
    except OSError:
        return None
    finally:
        close(handle)


def read_text(path: bytes, most: int = _SMALL) -> str:
    """Return a regular file's text, "" where there is none to be had."""
    return (read_file(path, most) or b"").decode("utf-8", "surrogateescape")


def mtime_ns(path: bytes) -> int:
    """Return when a file was last changed (ns), 0 where there is none."""
    try:
        return stat(path).st_mtime_ns
    except (OSError, ValueError):
        return 0


def canonical(path: bytes) -> bytes | None:
    """Return a path without links, None where it does not lead anywhere."""
    try:
        handle = open(path, READ)
    except (OSError, ValueError):
        return None
    try:
        return readlink(b"/proc/self/fd/%d" % handle)
    except OSError:  # no such file system, as on macOS
        from posixpath import realpath

        return realpath(path)
    finally:
        close(handle)


def make_folder(path: bytes) -> bool:
    """See that a folder of ours is there, with those above it; say whether it is."""
    try:
        mkdir(path, 0o700)
    except FileExistsError:
        return True
    except FileNotFoundError:
        above = path.rpartition(b"/")[0]
        return bool(above) and make_folder(above) and _make_last(path)
    except OSError:
        return False
    return True


def _make_last(path: bytes) -> bool:
    """Make a folder whose parent is there by all that was seen: a link to nothing, say, is there and takes nothing."""
    try:
        mkdir(path, 0o700)
    except FileExistsError:
        return True
    except OSError:
        return False
    return True


def put(path: bytes, data: bytes, mode: int = 0o600) -> bool:
    """Put data at a path; whoever reads it sees the old file or the new one. Say whether it was done."""
    temporary = b"%s.%d.new" % (path, getpid())
    try:
        handle = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    except FileExistsError:
        remove(temporary)  # left by a process of the same number that was killed
        return False
    except OSError:
        return False
    try:
        is_whole = write(handle, data) == len(data)
    except OSError:
        is_whole = False
    finally:
        close(handle)
    try:
        if is_whole:
            replace(temporary, path)
            return True
    except OSError:
        pass
    remove(temporary)
    return False


def append(path: bytes, line: bytes) -> bool:
    """Add one line to a file in one write; say whether it was done whole."""
    try:
        handle = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0o600)
    except OSError:
        return False
    try:
        size = fstat(handle).st_size
        is_torn = size > 0 and pread(handle, 1, size - 1) != b"\n"
        data = b"\n" * is_torn + line + b"\n"
        return write(handle, data) == len(data)
    except OSError:
        return False
    finally:
        close(handle)


def remove(path: bytes) -> None:
    """Take a file away, if it is there and can be."""
    try:
        unlink(path)
    except OSError:
        return
