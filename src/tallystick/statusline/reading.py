"""Brings a session's running totals up to date from its transcript and its subagents' files: only appended bytes are
read, in chunks, until a deadline. A file that shrank or was written anew means that everything is read again.
"""

from __future__ import annotations

from posix import O_NOFOLLOW, close, fstat, open, pread, scandir, stat  # noqa: A004
from time import monotonic

from tallystick.kernel.jsontext import LONGEST
from tallystick.kernel.sessionfold import PINNED, number_of, read
from tallystick.kernel.transcript import Reader
from tallystick.statusline.files import READ, is_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from posix import stat_result

    from tallystick.kernel.sessionstate import SessionState
    from tallystick.statusline.keeper import Keeper

_CHUNK = 1 << 18  # bytes: what is decoded is then still close to the processor
_SEAL = 64  # bytes at either end of what was read, by which a file is known again
_SUFFIX = b".jsonl"
_DEEPEST = 8  # folders below a session's own


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

    def run(self) -> None:
        """Read everything that is new, or what the time allows; Rewritten where it must begin again."""
        state = self._state
        numbers = {name: number for number, name in enumerate(state.names)}
        positions, stamps = state.fold.positions, state.stamps
        for label, path, found in self._files():
            number = numbers.get(label, -1)
            if number < 0:
                number = state.add(label)
            elif positions[number] == found.st_size and stamps[number] == _stamp(found):
                continue
            if self._has_read and monotonic() >= self.until:
                self.is_complete = False
                return
            self._read_file(number, path)
            self._has_read = True

    def read_tails(self) -> None:
        """Read whole objects that no line feed ends yet. They are read again next time: the state must be written."""
        for number, at, tail in self._tails:
            self._reader.feed(tail, number, at)

    def _files(self) -> Iterator[tuple[str, bytes, stat_result]]:
        """Yield the transcript and its children: what the state calls them, where they are, their status."""
        folder = self._main.removesuffix(_SUFFIX)
        try:
            yield "", self._main, stat(self._main)
        except OSError:
            return  # gone since
        yield from self._below(folder + b"/subagents", "subagents/", _DEEPEST)
        yield from self._beside(folder.rpartition(b"/")[0])

    def _below(self, folder: bytes, label: str, depth: int) -> Iterator[tuple[str, bytes, stat_result]]:
        try:
            entries = list(scandir(folder))
        except OSError:
            return
        for entry in entries:
            name = entry.name
            try:
                if name.endswith(_SUFFIX):
                    if entry.is_file(follow_symlinks=False):
                        yield label + _label(name), entry.path, entry.stat(follow_symlinks=False)
                elif depth and entry.is_dir(follow_symlinks=False):
                    yield from self._below(entry.path, f"{label}{_label(name)}/", depth - 1)
            except OSError:
                continue  # gone since

    def _beside(self, folder: bytes) -> Iterator[tuple[str, bytes, stat_result]]:
        """Yield children that older clients put beside their parent; they are looked for when the folder changed."""
        known = {name for name in self._state.names if name.startswith("./")}
        changed = stat(folder).st_mtime_ns
        if changed != self._state.beside:
            known.update(self._look_beside(folder))
            self._state.beside = changed
            self.is_changed = True
        for label in sorted(known):
            path = folder + b"/" + label[2:].encode("utf-8", "surrogateescape")
            try:
                yield label, path, stat(path)
            except OSError:
                continue

    def _look_beside(self, folder: bytes) -> Iterator[str]:
        mark = b'"' + self._state.fold.session.encode() + b'"'
        for entry in scandir(folder):
            try:
                if (
                    entry.name.startswith(b"agent-")
                    and entry.name.endswith(_SUFFIX)
                    and entry.stat(follow_symlinks=False).st_mtime_ns >= self._state.beside
                    and mark in _head(entry.path)
                ):
                    yield "./" + _label(entry.name)
            except OSError:
                continue

    def _read_file(self, number: int, path: bytes) -> None:
        state, positions = self._state, self._state.fold.positions
        try:
            handle = open(path, READ | O_NOFOLLOW)
        except OSError:
            return
        try:
            found = fstat(handle)
            before = positions[number]
            if not is_regular(found):
                return
            if found.st_size < before or (before and state.seals[number] != _seal(handle, before)):
                raise Rewritten
            stamp = _stamp(found) if self._read_lines(number, handle, found.st_size) else ""
            if positions[number] != before:
                state.seals[number] = _seal(handle, positions[number])
            if state.stamps[number] != stamp or positions[number] != before:
                state.stamps[number] = stamp
                self.is_changed = True
        finally:
            close(handle)

    def _read_lines(self, number: int, handle: int, size: int) -> bool:
        """Feed every whole line up to a size; say whether all of it was read."""
        feed, positions, skips = self._reader.feed, self._state.fold.positions, self._state.skips
        at = began = positions[number]
        rest, length = [b""], 0
        while at + length < size:
            chunk = pread(handle, min(_CHUNK, size - at - length), at + length)
            if not chunk:
                break
            lines = chunk.split(b"\n")
            if len(lines) == 1:
                rest.append(chunk)
                length += len(chunk)
                if length > LONGEST or skips[number]:
                    at, rest, length, skips[number] = at + length, [b""], 0, 1
            else:
                if skips[number] or length + len(lines[0]) > LONGEST:
                    at += length + len(lines.pop(0)) + 1
                    skips[number] = 0
                elif length:
                    lines[0] = b"".join((*rest, lines[0]))
                last = lines.pop()
                for line in lines:
                    feed(line, number, at)
                    at += len(line) + 1
                rest, length = [last], len(last)
            positions[number] = at
            self._release()
            if at > began and monotonic() >= self.until and at + length < size:  # never in the middle of a first line
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


def _label(entry: bytes) -> str:
    return entry.decode("utf-8", "surrogateescape")


def _head(path: bytes) -> bytes:
    try:
        handle = open(path, READ | O_NOFOLLOW)
    except OSError:
        return b""
    try:
        return pread(handle, 1 << 14, 0)
    except OSError:
        return b""
    finally:
        close(handle)


def _stamp(found: stat_result) -> str:
    """Return what changes when a file does."""
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ino}"


def _seal(handle: int, offset: int) -> int:
    """Return a number for the ends of what was read: another one where the file was written anew."""
    size = min(_SEAL, offset)
    return number_of(pread(handle, size, 0) + pread(handle, size, offset - size)) & 0xFFFFFFFF
