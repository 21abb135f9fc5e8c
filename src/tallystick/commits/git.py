"""Asks the installed git, and looks at the files by which it says what it is in the middle of.

A git that is missing, fails or prints nothing has nothing to say: None.
"""

from __future__ import annotations

import posix
from posix import POSIX_SPAWN_CLOSE, POSIX_SPAWN_DUP2, POSIX_SPAWN_OPEN, close, pipe, read, stat, waitpid, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_CHUNK = 1 << 16
_PICKING = ("CHERRY_PICK_HEAD", "REVERT_HEAD")


def ask(words: Sequence[str], data: bytes = b"") -> bytes | None:
    """Run git with these words and this input; return what it prints, None where it fails."""
    given, taken = pipe(), pipe()
    ends = (*given, *taken)
    files = [
        (POSIX_SPAWN_DUP2, given[0], 0),
        (POSIX_SPAWN_DUP2, taken[1], 1),
        (POSIX_SPAWN_OPEN, 2, b"/dev/null", posix.O_WRONLY, 0),
        *((POSIX_SPAWN_CLOSE, one) for one in ends),
    ]
    try:
        child = posix.posix_spawnp("git", ["git", *words], posix.environ, file_actions=files)
    except OSError:
        for one in ends:
            close(one)
        return None
    close(given[0])
    close(taken[1])
    _write_all(given[1], data)
    found = read_all(taken[0])
    _, status = waitpid(child, 0)
    return None if status else found


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[write(handle, rest) :]
    except OSError:
        pass  # it reads no further: its exit code says why
    finally:
        close(handle)


def read_all(handle: int) -> bytes:
    """Return what comes out of a pipe until its other end is closed."""
    parts = []
    try:
        while part := read(handle, _CHUNK):
            parts.append(part)
    finally:
        close(handle)
    return b"".join(parts)


def settings(pattern: str) -> dict[str, bytes]:
    """Return git's settings whose names (small letters) fit a pattern, the last value of each."""
    found = ask(["config", "-z", "--get-regexp", pattern]) or b""
    rows = (row.partition(b"\n") for row in found.split(b"\0") if row)
    return {name.decode("utf-8", "replace"): value for name, _, value in rows}


def trailers(text: bytes) -> list[bytes] | None:
    """Return the trailers that git finds in a message, one a line; None where it cannot be asked."""
    found = ask(["interpret-trailers", "--parse", "--no-divider"], text)
    return None if found is None else found.splitlines()


def is_rebasing(folder: bytes) -> bool:
    """Say whether a rebase or a series of patches is under way in a repository's own folder."""
    return any(_exists(folder + name) for name in (b"/rebase-merge", b"/rebase-apply"))


def is_replaying(folder: bytes) -> bool:
    """Say whether a cherry-pick or a revert is under way; where the marks of that are no files, git is asked."""
    if _exists(folder + b"/reftable"):
        return any(ask(["rev-parse", "--quiet", "--verify", name]) for name in _PICKING)
    return any(_exists(folder + b"/" + name.encode()) for name in _PICKING)


def folder_of(message: bytes, named: bytes | None) -> bytes:
    """Return the repository's own folder: the one in which git keeps the message, else the one that GIT_DIR names."""
    above = message.rpartition(b"/")[0] or b"."
    return named if named and not _exists(above + b"/HEAD") else above


def _exists(path: bytes) -> bool:
    try:
        stat(path)
    except (OSError, ValueError):
        return False
    return True
