"""Whether what a tool showed is still so on disk: files by their times or their bytes, folders by all they hold.

Nothing is returned but yes and no, and nothing is followed out of what was asked for.
"""

from __future__ import annotations

import os
import stat
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LARGEST = 16 << 20  # bytes of a file that are read to compare
_MOST = 4000  # entries of folders that are looked at
_SKIPPED = {"objects", "lfs"}  # inside .git: what they hold is named elsewhere


def is_older(path: str, since_ms: int, *, strictly: bool = False) -> bool:
    """Say whether a file is there and neither it nor its name was touched from a moment (epoch ms) on.

    A link or a folder on the way that was put there since leads to another file, however old that is. A folder that is
    moved keeps the time of its last entry; one that got entries later, too, hides that: `strictly` refuses it as well.
    """
    try:
        found = os.stat(path)
    except OSError:
        return False
    if not stat.S_ISREG(found.st_mode) or _touched_ms(found) >= since_ms:
        return False
    return not any(_leads_elsewhere(part, since_ms, strictly=strictly) for part in _way(path))


def _way(path: str) -> Iterator[str]:
    """Yield a path and each folder above it, then the same of the place that links lead it to."""
    for end in dict.fromkeys((path, os.path.realpath(path))):
        at = end
        while at not in {"", "/"}:
            yield at
            at = os.path.dirname(at)


def _leads_elsewhere(path: str, since_ms: int, *, strictly: bool) -> bool:
    """Say whether a link was made, or a folder moved, from a moment on."""
    try:
        found = os.lstat(path)
    except OSError:
        return True
    if _touched_ms(found) < since_ms or stat.S_ISREG(found.st_mode):
        return False
    return strictly or stat.S_ISLNK(found.st_mode) or found.st_ctime_ns != found.st_mtime_ns


def lines_are(path: str, first: int, count: int, is_same: Callable[[str], bool]) -> bool:
    """Say whether some lines of a file (from 1, -1: to the end) are what they were, with or without the last LF."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return False
    found = os.fstat(handle)
    if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST:
        os.close(handle)
        return False
    with os.fdopen(handle, "rb") as file:
        text = file.read().decode("utf-8", "replace")
    if first > 1 or count >= 0:
        text = "\n".join(text.split("\n")[first - 1 : None if count < 0 else first - 1 + count])
    return is_same(text) or is_same(text.removesuffix("\n")) or is_same(text + "\n")


def are_older(paths: list[str], since_ms: int, git_since_ms: int) -> bool:
    """Say whether nothing at or below some paths was touched from a moment on; no, where there is too much to look at.

    What git keeps for itself has a moment of its own: looking at a work tree may write there.
    """
    if any(_leads_elsewhere(part, since_ms, strictly=False) for path in paths for part in _way(path)):
        return False
    entries = [entry for path in dict.fromkeys(paths) for entry in islice(_below(path), _MOST + 1)]
    if len(entries) > _MOST:
        return False
    return all(0 <= touched < (git_since_ms if is_gits else since_ms) for touched, is_gits in entries)


def _below(path: str) -> Iterator[tuple[int, bool]]:
    """Yield when each entry was touched (-1: it cannot be looked at), and whether it is git's own.

    Links are not followed below the first.
    """
    try:
        found = os.stat(path)
    except OSError:
        yield -1, False
        return
    if not stat.S_ISDIR(found.st_mode):
        yield _touched_ms(found), False
        return
    waiting = [(path, "/.git/" in path + "/")]
    yield _touched_ms(found), waiting[0][1]
    while waiting:
        folder, is_gits = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    gits = is_gits or entry.name == ".git"
                    yield _touched_ms(entry.stat(follow_symlinks=False)), gits
                    if entry.is_dir(follow_symlinks=False) and not _is_store(folder, entry.name):
                        waiting.append((entry.path, gits))
        except OSError:
            yield -1, False


def _is_store(folder: str, name: str) -> bool:
    return name in _SKIPPED and os.path.basename(folder) == ".git"


def _touched_ms(found: os.stat_result) -> int:
    return max(found.st_mtime_ns, found.st_ctime_ns) // 1_000_000
