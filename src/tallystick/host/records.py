"""Reads a file's records: bytes that end at LF and at nothing else, in constant memory."""

from __future__ import annotations

import os

from tallystick.kernel.jsontext import LONGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Feed = Callable[[memoryview, list[int], int, int], object]
    Refuse = Callable[[int, int], object]

_CHUNK = 1 << 20
_KEPT = 8 << 20


def _widen(buffer: bytearray) -> None:
    """Double a buffer, up to the longest line and a chunk."""
    buffer.extend(bytes(min(len(buffer), LONGEST + _CHUNK - len(buffer))))


class RecordBuffer:
    """A buffer that is used for file after file."""

    __slots__ = ("_bytes",)

    def __init__(self) -> None:
        self._bytes = bytearray(_CHUNK)

    def read(self, handle: int, offset: int, line: int, feed: Feed, refuse: Refuse) -> tuple[int, int, bytes]:
        """Feed the whole lines behind `offset`, block by block; return the new offset and line, and the rest.

        A block comes as (view, where its lines end, the line and the offset behind which it starts).
        The rest is what stands behind the last LF. A line over the cap goes to `refuse(line, offset)` instead.
        """
        os.lseek(handle, offset, os.SEEK_SET)
        have = 0
        self._shrink()
        while True:
            buffer = self._bytes
            view = memoryview(buffer)
            got = os.readv(handle, [view[have:]])
            if not got:
                return offset, line, bytes(view[:have])
            end, scanned = have + got, have
            ends = []
            while (at := buffer.find(b"\n", scanned, end)) >= 0:
                ends.append(at)
                scanned = at + 1
            start = ends[-1] + 1 if ends else 0
            if ends:
                feed(view[:start], ends, line, offset)
                line += len(ends)
            offset += start
            have = end - start
            if start:
                buffer[:have] = buffer[start:end]
            if have > LONGEST:
                skipped = self._skip(handle, have)
                if skipped < 0:
                    return offset, line, b""
                line += 1
                refuse(line, offset)
                offset += skipped
                os.lseek(handle, offset, os.SEEK_SET)
                have = 0
            if have == len(buffer):
                view.release()
                _widen(buffer)

    def _shrink(self) -> None:
        """Give back what an earlier file's long line took."""
        if len(self._bytes) > _KEPT:
            self._bytes = bytearray(_CHUNK)

    def _skip(self, handle: int, have: int) -> int:
        """Read on to the next LF; return the length of the whole line with it, or -1 where the file ends before."""
        view = memoryview(self._bytes)[:_CHUNK]
        length = have
        while True:
            got = os.readv(handle, [view])
            if not got:
                return -1
            at = self._bytes.find(b"\n", 0, got)
            if at >= 0:
                return length + at + 1
            length += got
