"""Brings a session's running totals up to date from its transcript and its subagents' files: only appended bytes are
read, in chunks, until a deadline. A file that shrank or was written anew means that everything is read again.
"""

from __future__ import annotations

from posix import O_CLOEXEC, O_DIRECTORY, O_NOFOLLOW, O_RDONLY, close, fstat, open, pread, stat  # noqa: A004
from time import monotonic

from tallystick.kernel.files import READ, is_regular
from tallystick.kernel.jsontext import LONGEST
from tallystick.kernel.sessionfold import PINNED, number_of, read
from tallystick.kernel.transcript import Reader
from tallystick.statusline.children import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tallystick.kernel.sessionstate import SessionState
    from tallystick.statusline.keeper import Keeper

_CHUNK = 1 << 18  # bytes: what is decoded is then still close to the processor
_SEAL = 64  # bytes at either end of what was read, by which a file is known again


class Rewritten(Exception):
    """A file no longer holds what was read of it."""


class Catching:
    """One round of reading: `until` is the moment (monotonic s) at which it stops."""

    __slots__ = ("_has_read", "_keeper", "_main", "_reader", "_state", "_tails", "is_changed", "is_complete", "until")

    def __init__(self, state: SessionState, main: bytes, keeper: Keeper, until: float) -> None:
        self._state = state
        self._main = main
        self._keeper = keeper
        self._reader = Reader(state.fold)
        self._tails: list[tuple[int, int, bytes]] = []
        self.until = until
        self._has_read = False
        self.is_changed = False
        self.is_complete = True
        state.fold.recall = keeper.get

    def run(self, most: int | None = None) -> bool:
        """Read everything that is new, or what the time allows; nothing, and False, where that is more than `most`
        bytes; Rewritten where it must begin again.
        """
        path, _, name = self._main.rpartition(b"/")
        try:
            folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        except OSError:
            return True
        try:
            if not self._state.names:
                stat(name, dir_fd=folder)
                self._state.add(name.decode("utf-8", "surrogateescape"))
            self.is_changed |= find(self._state, path)
            changed = list(self._changed(folder))
            if most is not None and sum(size for _, _, size in changed) > most:
                self.is_complete = False
                return False
            self._read_changed(changed, folder)
        except FileNotFoundError:
            pass  # gone since
        finally:
            close(folder)
        return True

    def _changed(self, folder: int) -> Iterator[tuple[int, bytes, int]]:
        """Yield the number, path and bytes to be read of every file that is not as it was."""
        positions, stamps = self._state.fold.positions, self._state.stamps
        for number, name in enumerate(self._state.names):
            path = name.encode("utf-8", "surrogateescape")
            try:
                found = stat(path, dir_fd=folder, follow_symlinks=False)
            except OSError:
                continue  # what was read of it stays
            size, before = found.st_size, positions[number]
            if size != before or found.st_mtime_ns != stamps[number]:
                yield number, path, size - before if size > before else 0

    def _read_changed(self, changed: Iterable[tuple[int, bytes, int]], folder: int) -> None:
        for number, path, _ in changed:
            if self._has_read and self._is_over():
                self.is_complete = False
                return
            self._read_file(number, path, folder)
            self._has_read = True

    def _is_over(self) -> bool:
        """Whether the time has come to stop: the rest of it is for writing what was read."""
        return monotonic() + self._keeper.seconds >= self.until

    def read_tails(self) -> None:
        """Read whole objects that no line feed ends yet. They are read again next time: the state must be written."""
        for number, at, tail in self._tails:
            self._reader.feed(tail, number, at)

    def _read_file(self, number: int, path: bytes, folder: int) -> None:
        state, positions = self._state, self._state.fold.positions
        try:
            handle = open(path, READ | O_NOFOLLOW, dir_fd=folder)
        except OSError:
            return
        try:
            found = fstat(handle)
            before = positions[number]
            if not is_regular(found):
                return
            if found.st_size < before or (before and state.seals[number] != _seal(handle, before)):
                raise Rewritten
            stamp = found.st_mtime_ns if self._read_lines(number, handle, found.st_size) else 0
            if positions[number] != before:
                state.seals[number] = _seal(handle, positions[number])
            if state.stamps[number] != stamp or positions[number] != before:
                state.stamps[number] = stamp
                self.is_changed = True
        finally:
            close(handle)

    def _read_lines(self, number: int, handle: int, size: int) -> bool:
        """Feed every whole line up to a size; say whether all of it was read."""
        reader, positions, skips = self._reader, self._state.fold.positions, self._state.skips
        at = began = positions[number]
        rest, length = [b""], 0
        while at + length < size:
            chunk = pread(handle, min(_CHUNK, size - at - length), at + length)
            if not chunk:
                break
            first = chunk.find(b"\n") + 1
            if not first:
                rest.append(chunk)
                length += len(chunk)
                if length > LONGEST or skips[number]:
                    at, rest, length, skips[number] = at + length, [b""], 0, 1
            else:
                start, last = 0, chunk.rfind(b"\n") + 1
                if length or skips[number]:
                    if not skips[number] and length + first <= LONGEST + 1:
                        reader.feed(b"".join((*rest, chunk[: first - 1])), number, at)
                    start, skips[number] = first, 0
                reader.feed_lines(chunk, start, last, number, at + length)
                at += length + last
                rest, length = [chunk[last:]], len(chunk) - last
            positions[number] = at
            self._release()
            if at > began and self._is_over() and at + length < size:  # never in the middle of a first line
                self.is_complete = False
                return False
        tail = b"".join(rest)
        if tail.rstrip(b" \t\r\0").endswith(b"}") and not skips[number]:
            self._tails.append((number, at, tail))
        return True

    def _release(self) -> None:
        fold = self._state.fold
        for slot, text in fold.release():
            if not self._keeper.put(slot, text):
                found = read(text)
                found.flags |= PINNED
                fold.pinned[slot] = found.text()


def _seal(handle: int, offset: int) -> int:
    """Return a number for the ends of what was read: another one where the file was written anew."""
    size = min(_SEAL, offset)
    return number_of(pread(handle, size, 0) + pread(handle, size, offset - size)) & 0xFFFFFFFF
