"""A session begins: it gets its mark, by which the status line shows that the hooks are live, and what its launch
saved.

A session that was cleared goes on under another id in the same client process. The client does not say which one it
was, so the last session of each process is kept: `statusline/pid-<process>.client`, with the moment the process began,
because numbers of processes come again.
"""

from __future__ import annotations

from posix import (
    O_CLOEXEC,
    O_CREAT,
    O_NOFOLLOW,
    O_NONBLOCK,
    O_RDONLY,
    O_RDWR,
    close,
    open,  # noqa: A004 - the system's, not Python's
    read,
    utime,
)
from time import time

from tallystick.hooks.payload import text
from tallystick.kernel import hooknotes, pruning
from tallystick.kernel.beginning import SCOPE, begin
from tallystick.kernel.files import make_folder, put, read_text
from tallystick.kernel.sessionids import is_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.hooks.payload import Event

_GOES_ON = ("clear", "fork")  # sources of a session that another one of the same process came before


def start(event: Event, root: bytes, environ: Mapping[str, str]) -> None:
    """Note that a session begins."""
    session = text(event, "session_id")
    folder = root + b"/statusline"
    if not is_plain(session) or not make_folder(folder):
        return
    _mark(b"%s/%s.hooks" % (folder, session.encode()))
    earlier = _follow(folder, environ.get("CLAUDE_PID", ""), session)
    source = text(event, "source")
    if source not in _GOES_ON:
        earlier = ""
    now_s = int(time())
    named = dict.fromkeys((environ.get("CLAUDE_PROJECT_DIR", ""), text(event, "cwd")))
    begin(
        root,
        session,
        [one.encode("utf-8", "surrogateescape") for one in named if one.startswith("/")],
        now_s=now_s,
        warn=lambda message: hooknotes.note(root, message, now_s),
        scope=environ.get(SCOPE, ""),
        earlier=earlier,
        source=source,
    )
    if pruning.is_due(folder, now_s):
        pruning.prune(folder, now_s)


def _mark(path: bytes) -> None:
    try:
        close(open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600))
        utime(path)
    except OSError:
        return


def _follow(folder: bytes, process: str, session: str) -> str:
    """Return the session that a client process had before, "" where none is known, and keep this one for the next."""
    if not (process.isascii() and process.isdigit()) or len(process) > 10:
        return ""
    path = b"%s/pid-%s.client" % (folder, process.encode())
    began = _began(process)
    known, _, earlier = read_text(path).partition(" ")
    put(path, f"{began} {session}".encode())
    return earlier if known == began and is_plain(earlier) and earlier != session else ""


def _began(process: str) -> str:
    """Return when a process began, in ticks of the system; "" where the system does not say."""
    # the program's name, in brackets, may hold anything; the 22nd field is the 20th behind it
    fields = _read_proc(b"/proc/%s/stat" % process.encode()).rpartition(")")[2].split()
    return fields[19] if len(fields) > 19 else ""


def _read_proc(path: bytes) -> str:
    try:
        handle = open(path, O_RDONLY | O_CLOEXEC)
    except OSError:
        return ""
    try:
        return read(handle, 4096).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        close(handle)
