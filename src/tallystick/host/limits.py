"""Reads `usage/limits.jsonl`, which the status line appends to, from where the last reading ended."""

from __future__ import annotations

import os

_NAME = "usage/limits.jsonl"
_TAIL = 64  # bytes before the place where reading goes on: the same ones, or the file is another


class Place:
    """How far the file was read: its identity, where the next line starts, the bytes before that."""

    __slots__ = ("inode", "offset", "tail")

    def __init__(self, inode: int = 0, offset: int = 0, tail: bytes = b"") -> None:
        self.inode = inode
        self.offset = offset
        self.tail = tail

    def pack(self) -> tuple[int, int, bytes]:
        """Return what `Place(*...)` makes again."""
        return self.inode, self.offset, self.tail


def path_of(root: str) -> str:
    """Return where the limits are noted."""
    return os.path.join(root, _NAME)


def read(root: str, place: Place) -> tuple[Place, bytes] | None:
    """Return the whole lines behind a place and the place behind those; None where there is no file that can be read.

    A file that is not the one that was read before is read from its start: the place returned then has begun anew, as
    `is_continued` says.
    """
    try:
        handle = os.open(path_of(root), os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        found = os.fstat(handle)
        start = place.offset if _is_same(handle, found, place) else 0
        data = b""
        while block := os.pread(handle, 1 << 20, start + len(data)):
            data += block
        data = data[: data.rfind(b"\n") + 1]
        end = start + len(data)
        tail = os.pread(handle, min(_TAIL, end), end - min(_TAIL, end))
    except OSError:
        return None
    finally:
        os.close(handle)
    return Place(found.st_ino, end, tail), data


def is_continued(before: Place, after: Place, data: bytes) -> bool:
    """Say whether data that was read goes on where the last reading ended."""
    return before.inode == after.inode and before.offset == after.offset - len(data)


def _is_same(handle: int, found: os.stat_result, place: Place) -> bool:
    if place.inode != found.st_ino or place.offset > found.st_size:
        return False
    return os.pread(handle, len(place.tail), place.offset - len(place.tail)) == place.tail
