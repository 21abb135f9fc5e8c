"""What is too much for one render is read by a process of its own, which the render waits for as long as it may.

That process goes on when its render has ended, or was stopped by the client. Under a root folder there is one at a
time, behind others in priority; it ends as soon as all is read, after half a minute at the latest, and what it has read
by then is kept like what a render reads.
"""

from __future__ import annotations

import posix
from posix import O_CLOEXEC, O_CREAT, O_NOFOLLOW, O_RDWR, close, open, pread, pwrite  # noqa: A004
from time import monotonic, sleep, time

from tallystick.kernel.files import make_folder
from tallystick.statusline.statefile import StateFile
from tallystick.statusline.totals import Totals

_LONGEST = 30.0  # seconds, in which some gigabytes are read
_EACH = 2.0  # seconds from one state to the next: a state costs as much as reading some megabytes
_PAUSE = 0.01
_SHOWING = 0.025  # seconds that a render needs behind its waiting
_NICE = 5
_NAME = 256  # bytes, of which the id of a session is a part
_OPEN = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC


def hand_over(root: bytes, stem: bytes, main: bytes, until: float) -> bool:
    """See that the session is read, and wait for it until a moment (monotonic s); say whether it is still being read.

    Where the process of another session is at work, or none can be started, this one is read by its renders.
    """
    folder, session = root + b"/statusline", stem.rpartition(b"/")[2]
    if not make_folder(folder):
        return False
    path = folder + b"/.reading"
    try:
        handle = open(path, _OPEN, 0o600)
    except OSError:
        return False
    try:
        if _lock(handle):
            pwrite(handle, session.ljust(_NAME), 0)
            if posix.fork() == 0:
                _read_apart(root, stem, main)
        elif pread(handle, _NAME, 0).rstrip() != session:
            return False
    except OSError:
        return False
    finally:
        close(handle)  # from here on it is the other process alone that holds the lock
    return _wait(path, until)


def _lock(handle: int) -> bool:
    """Say whether this is the one to hold the lock now: also for those who are forked, until the last has closed it."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _wait(path: bytes, until: float) -> bool:
    """Wait until nobody reads any more, or the moment has come; say whether somebody still does."""
    try:
        handle = open(path, _OPEN, 0o600)
    except OSError:
        return False
    try:
        while not _lock(handle):
            if monotonic() + _SHOWING >= until:
                return True
            sleep(_PAUSE)
    finally:
        close(handle)
    return False


def _read_apart(root: bytes, stem: bytes, main: bytes) -> None:
    """Be the process that reads: nothing of the render's stays open but the lock, and nothing of it is returned to."""
    try:
        posix.setsid()
        posix.nice(_NICE)
        nowhere = open(b"/dev/null", O_RDWR)
        for number in range(3):
            posix.dup2(nowhere, number)
        from _signal import SIG_DFL, SIGALRM, alarm, signal  # type: ignore[import-not-found]

        signal(SIGALRM, SIG_DFL)
        alarm(int(2 * _LONGEST))  # ends also one that hangs in a file system
        read_on(root, stem, main, monotonic() + _LONGEST)
    finally:
        posix._exit(0)  # noqa: SLF001 - its only name


def read_on(root: bytes, stem: bytes, main: bytes, until: float) -> None:
    """Read a session round by round until it is complete, the moment has come, or others keep what they read of it."""
    was_kept = False
    while monotonic() < until:
        state = StateFile(stem + b".json")
        if was_kept and not state.fields:
            return  # taken away: the session is to be forgotten
        totals = Totals(root, stem, main, monotonic() + _EACH)
        totals.catch_up(state.fields, int(time()))
        totals.keep()
        was_kept = totals.is_changed and state.write({}, totals, is_shared=True)
        totals.close()
        if totals.is_complete or not was_kept:
            return
