"""Gathers what a session spent and saved so far, in a process of its own: a file system that hangs holds only that up.

The transcript is the one that the status line recorded, else the one of the session's name below a config folder.
"""

from __future__ import annotations

import posix

# `signal` itself builds enums, which takes longer than all of this
from _signal import SIG_DFL, SIGALRM, getitimer, setitimer, signal  # type: ignore[import-not-found]
from posix import close, fork, listdir, open, pipe, pread, write  # noqa: A004

from tallystick.commits.git import read_all
from tallystick.kernel import places
from tallystick.kernel.files import READ, read_text
from tallystick.kernel.trailers import Figures, public_model, share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

WINDOW = 8 << 20  # bytes: hundreds of turns, in some tens of milliseconds
_CHUNK = 1 << 18  # bytes: what is decoded is then still close to the processor
_STATE = 64 << 20
_KILL = 9
_REAL_TIME = 0


class Gathering:
    """A process that gathers; whoever started it may take the lines that it found, or let it go."""

    __slots__ = ("_child", "_handle")

    def __init__(self, root: bytes, session: str, environ: Mapping[str, str]) -> None:
        self._handle, end = pipe()
        left = getitimer(_REAL_TIME)[0]
        self._child = fork()
        if not self._child:
            try:
                _detach(end, left)
                write(end, b"\n".join(gather(root, session, environ).lines()))
            finally:
                posix._exit(0)  # noqa: SLF001 - its only name
        close(end)

    def lines(self) -> list[bytes]:
        """Return the block, none where nothing could be gathered."""
        return read_all(self._handle).splitlines()

    def stop(self) -> None:
        """End it, and do not wait for that."""
        posix.kill(self._child, _KILL)


def _detach(end: int, left: float) -> None:
    """Keep nothing open that somebody may wait for, and end when the time that is left (s) is over."""
    for handle in {0, 1, 2} - {end}:
        close(handle)
    signal(SIGALRM, SIG_DFL)
    setitimer(_REAL_TIME, left)


def gather(root: bytes, session: str, environ: Mapping[str, str]) -> Figures:
    """Return a session's figures, each None where it is unknown."""
    found = Figures()
    model = read_text(b"%s/usage/session-model/%s" % (root, session.encode())).strip()
    transcript = read_text(b"%s/usage/session-transcript/%s" % (root, session.encode())).strip()
    for path in _places(transcript.encode("utf-8", "surrogateescape"), session, environ):
        last = _fold(path, session, found)
        if last is not None:
            model = model or last
            break
    found.model = public_model(model)
    found.savings = _savings(root, session)
    return found


def _places(recorded: bytes, session: str, environ: Mapping[str, str]) -> Iterator[bytes]:
    """Yield where the session's transcript may lie."""
    if recorded:
        yield recorded
    named = places.split_folders(environ.get(places.CONFIG_VARIABLE, ""))
    for folder in places.config_folders(named, places.CONFIG_DEFAULTS, environ):
        projects = folder.rstrip("/").encode("utf-8", "surrogateescape") + b"/projects"
        try:
            names = listdir(projects)
        except OSError:
            continue
        for name in names:
            yield b"%s/%s/%s.jsonl" % (projects, name, session.encode())


def _fold(path: bytes, session: str, found: Figures) -> str | None:
    """Fold the end of a transcript; return the model that answered last, None where there is no such file."""
    try:
        handle = open(path, READ)
    except (OSError, ValueError):
        return None
    try:
        return _read(handle, session, found)
    finally:
        close(handle)


def _read(handle: int, session: str, found: Figures) -> str | None:
    from tallystick.kernel.files import is_regular
    from tallystick.kernel.sessionfold import SIDE, SessionFold
    from tallystick.kernel.transcript import Reader

    status = posix.fstat(handle)
    if not is_regular(status):
        return None
    fold = SessionFold(session)
    fold.positions.append(0)
    reader = Reader(fold)
    for at, lines in _stretches(handle, status.st_size):
        reader.feed_usage(lines, 0, at)
    model = ""
    for response in fold.counted():
        if not response.flags & SIDE:
            found.prompt = (found.prompt or 0) + sum(response.counts[:5])
            found.output = (found.output or 0) + response.counts[5]
            model = list(fold.models)[response.model]
    found.window = WINDOW if status.st_size > WINDOW else 0
    return model


def _stretches(handle: int, size: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that start within the window, many at a time, each time with the offset of the first; at the end
    also a whole object that no line feed ends yet.
    """
    start = max(0, size - WINDOW)
    at = end = max(0, start - 1)  # a line that starts with the window has its predecessor's end before it
    is_cut, rest = start > 0, [b""]
    while end < size and (chunk := pread(handle, min(_CHUNK, size - end), end)):
        end += len(chunk)
        cut = chunk.rfind(b"\n") + 1
        if is_cut and cut:
            first = chunk.find(b"\n") + 1
            at, is_cut, rest = end - len(chunk) + first, False, [b""]
            chunk, cut = chunk[first:], cut - first
        if cut:
            lines = b"".join((*rest, chunk[:cut]))
            yield at, lines
            at += len(lines)
            rest = [b""]
        rest.append(chunk[cut:])
    last = b"".join(rest)
    if not is_cut and last.rstrip(b" \t\r\0").endswith(b"}"):
        yield at, last


def _savings(root: bytes, session: str) -> int | None:
    """Return what was saved, by whatever technique, of all that the session would have sent (percent)."""
    from tallystick.kernel.savingsfile import scan

    saved = sum(row.saved for row in scan(root + b"/usage/savings.jsonl", session))
    if not saved:
        return None
    from tallystick.kernel.sessionstate import parse
    from tallystick.kernel.tracker import Tracker

    state = parse(read_text(b"%s/statusline/%s.json" % (root, session.encode()), _STATE))
    return share(saved, Tracker.of(state).total)
