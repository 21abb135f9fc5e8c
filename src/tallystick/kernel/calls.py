"""Calls of tools that somebody has taken: where the hooks stand in a client's settings and in a plugin too, both are
told of the same call, and one of them notes what it was spared.

`statusline/<session>.calls` lists them by a hash, one a line; it goes when the session has been idle for a week.
"""

from __future__ import annotations

from posix import (
    O_APPEND,
    O_CLOEXEC,
    O_CREAT,
    O_NOFOLLOW,
    O_NONBLOCK,
    O_RDWR,
    close,
    fstat,
    open,  # noqa: A004 - the system's, not Python's
    pread,
    write,
)

from tallystick.kernel.files import is_regular, make_folder
from tallystick.kernel.sessionids import is_plain
from tallystick.kernel.sha256 import hexdigest
from tallystick.kernel.waiting import lock

_FLAGS = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
_LARGEST = 16 << 20  # bytes: a million calls
_DIGITS = 16
_PATIENCE = 0.25  # seconds


def take(root: bytes, session: str, call: str) -> bool:
    """Take a call of a session; no where somebody has taken it, or where nobody could tell."""
    if not call or not is_plain(session) or not make_folder(root + b"/statusline"):
        return False
    try:
        handle = open(b"%s/statusline/%s.calls" % (root, session.encode()), _FLAGS, 0o600)
    except OSError:
        return False
    try:
        if not is_regular(fstat(handle)) or not lock(handle, _PATIENCE):
            return False
        line = hexdigest(call.encode("utf-8", "surrogatepass"))[:_DIGITS].encode() + b"\n"
        known = b"\n" + pread(handle, _LARGEST, 0)
        return b"\n" + line not in known and write(handle, line) == len(line)
    except OSError:
        return False
    finally:
        close(handle)
