"""Keeps the responses of a session that were not touched of late: a table of fixed records in a file of its own.

A record is only good where the state agrees (see `SessionFold`), so that a run that ends halfway spoils nothing. A
table that grows is a new file; the one before goes when the state that names it has gone.
"""

from __future__ import annotations

from posix import F_TLOCK, O_CLOEXEC, O_CREAT, O_NOFOLLOW, O_RDWR, close, fstat, lockf, open, pread, pwrite  # noqa: A004
from time import sleep

from tallystick.kernel.files import READ, put
from tallystick.kernel.sessionfold import NESTED

_WIDTH = 128  # bytes; the longest of eleven thousand was 90
_FIRST = 256  # records
_EMPTY = b" " * _WIDTH
_SPACE = 32
_MIXER, _WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1  # 2**64 over the golden ratio, and 64 bits
_SINGLY = 256  # records that are written one by one at least, rather than the whole table
_FRESH = 6000  # more records than one render reads
_EACH, _SINGLE = 3e-6, 6e-6  # seconds that a record takes when a table is made anew, and when it is written by itself
_TRIES, _PAUSE = 20, 0.005  # until another process has written: that takes some ten milliseconds


class Keeper:
    """The table `<stem>.<number>-<slots>.seen`, of which `used` records are taken."""

    __slots__ = ("_fresh", "_handle", "_lock", "_stem", "number", "slots", "used")

    def __init__(self, stem: bytes, number: int, slots: int, used: int) -> None:
        self._stem = stem
        self.number = number
        self.slots = slots
        self.used = used
        self._handle = self._lock = -1
        self._fresh: dict[str, bytes] = {}  # records that are still to be written

    @property
    def path(self) -> bytes:
        """Return where the table lies."""
        return b"%s.%d-%d.seen" % (self._stem, self.number, self.slots)

    def open(self) -> bool:
        """Make ready for asking; say whether the table is what the state says it is."""
        if not self.slots:
            return True
        try:
            self._handle = open(self.path, READ | O_NOFOLLOW)
            return fstat(self._handle).st_size == self.slots * _WIDTH
        except OSError:
            return False

    @property
    def seconds(self) -> float:
        """Return how long writing may take once the line is out: what was kept so far, and all of a table that a
        render of usual size would fill.
        """
        fresh = len(self._fresh)
        if not self.slots:
            return fresh * _EACH
        wanted = self.used + max(fresh, _FRESH)
        return wanted * _EACH if 2 * wanted > self.slots or not self._is_little else fresh * _SINGLE

    @property
    def _is_little(self) -> bool:
        """Whether records are written one by one: few they are, and the table has room."""
        fresh = len(self._fresh)
        return fresh <= max(_SINGLY, self.used // 4) and 2 * (self.used + fresh) <= self.slots

    def close(self) -> None:
        """Let go of the files."""
        for handle in (self._handle, self._lock):
            if handle >= 0:
                close(handle)
        self._handle = self._lock = -1

    def get(self, slot: str) -> str | None:
        """Return what is kept of a response, None where nothing is; ValueError where the table is none of ours."""
        record = self._fresh.get(slot)
        if record is None:
            if not self.slots:
                return None
            record = self._look(slot)
        return record.decode("ascii").rstrip().partition(":")[2] or None

    def _look(self, slot: str) -> bytes:
        """Return a response's record from the file, the empty one where there is none."""
        return self._find(self._handle, slot)[1]

    def _find(self, handle: int, slot: str) -> tuple[int, bytes]:
        """Return where in the file a response's record stands or belongs (bytes), and what is there."""
        mark = slot.encode() + b":"
        place = _first_place(slot, self.slots)
        for _ in range(self.slots):
            record = pread(handle, _WIDTH, place * _WIDTH)
            if record == _EMPTY or record.startswith(mark):
                return place * _WIDTH, record
            place = (place + 1) % self.slots
        raise ValueError(slot)

    def put(self, slot: str, text: str) -> bool:
        """Keep a response until `flush`; say whether its record is short enough."""
        record = f"{slot}:{text}".encode()
        if len(record) > _WIDTH:
            return False
        self._fresh[slot] = record
        return True

    def lock(self, *, patience: bool = False) -> bool:
        """Be the only one to write until `close`; False where another one is, at once or if that does not end soon."""
        if self._lock >= 0:
            return True
        try:
            self._lock = open(self._stem + b".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        except OSError:
            return False
        for _ in range(_TRIES if patience else 1):
            try:
                lockf(self._lock, F_TLOCK, 0)
            except OSError:
                if patience:
                    sleep(_PAUSE)
            else:
                return True
        close(self._lock)
        self._lock = -1
        return False

    def flush(self) -> bool:
        """Write what was kept; False where another render of this session is writing, or nothing can be written.

        The state must be written right after, with `slots` and `used` as they are then; `close` lets others in.
        """
        if not self._fresh:
            return True
        if not self.lock():
            return False
        try:
            if self._is_little:
                try:
                    return self._write_singly()
                except ValueError:
                    pass  # full: runs that were killed wrote what no state counts
            table = self._rebuilt(pread(self._handle, self.slots * _WIDTH, 0) if self.slots else b"")
            return put(self.path, bytes(table))
        except OSError:
            return False

    def _write_singly(self) -> bool:
        """Write the fresh records where they belong; ValueError where there is no room."""
        handle = open(self.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        try:
            for slot, record in self._fresh.items():
                at, before = self._find(handle, slot)
                self.used += before == _EMPTY
                if pwrite(handle, record.ljust(_WIDTH), at) != _WIDTH:
                    return False
        finally:
            close(handle)
        return True

    def _rebuilt(self, old: bytes) -> bytearray:
        """Return a table of the old records and the fresh ones, at most half full."""
        records = [old[at : at + _WIDTH] for at in range(0, len(old), _WIDTH) if old[at] != _SPACE]
        self.slots = max(self.slots, _FIRST)
        while 2 * (len(records) + len(self._fresh)) > self.slots:
            self.slots *= 2
        if self._handle >= 0:
            close(self._handle)
        self._handle = -1
        self.used = 0
        table = bytearray(_EMPTY) * self.slots
        for record in records:
            self._place(table, record.partition(b":")[0], record)
        for slot, record in self._fresh.items():
            self._place(table, slot.encode(), record.ljust(_WIDTH))
        return table

    def _place(self, table: bytearray, slot: bytes, record: bytes) -> None:
        """Put a record where it belongs in a table that has room."""
        at = _first_place(slot.decode(), self.slots) * _WIDTH
        while table[at] != _SPACE and not table.startswith(slot + b":", at):
            at = (at + _WIDTH) % len(table)
        self.used += table[at] == _SPACE
        table[at : at + _WIDTH] = record


def _first_place(slot: str, slots: int) -> int:
    """Return where a record is looked for first: ids that only count up have numbers with the same low bits."""
    return (int(slot.removesuffix(NESTED)) * _MIXER & _WORD) * slots >> 64
