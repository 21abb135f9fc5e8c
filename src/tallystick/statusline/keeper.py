"""Keeps the responses of a session that were not touched of late: a table of fixed records in a file of its own.

A record is only good where the state agrees (see `SessionFold`), so that a run that ends halfway spoils nothing. A
table that grows is a new file; the one before goes when the state that names it has gone.
"""

from __future__ import annotations

from posix import F_TLOCK, O_CLOEXEC, O_CREAT, O_NOFOLLOW, O_RDWR, close, lockf, open, pread, pwrite  # noqa: A004

from tallystick.statusline.files import READ, put, read_file

_WIDTH = 128  # bytes; the longest of eleven thousand was 90
_FIRST = 256  # records
_EMPTY = b" " * _WIDTH
_MOST = 1 << 28  # bytes
_SINGLY = 256  # records that are written one by one, rather than the whole table


class Keeper:
    """The table `<stem>.<number>-<slots>.seen`, of which `used` records are taken."""

    __slots__ = ("_changed", "_handle", "_is_grown", "_lock", "_stem", "_table", "number", "slots", "used")

    def __init__(self, stem: bytes, number: int, slots: int, used: int) -> None:
        self._stem = stem
        self.number = number
        self.slots = slots
        self.used = used
        self._handle = self._lock = -1
        self._table: bytearray | None = None
        self._is_grown = False
        self._changed: set[int] = set()

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
            return len(pread(self._handle, _WIDTH, (self.slots - 1) * _WIDTH)) == _WIDTH
        except OSError:
            return False

    def close(self) -> None:
        """Let go of the files."""
        for handle in (self._handle, self._lock):
            if handle >= 0:
                close(handle)
        self._handle = self._lock = -1

    def get(self, slot: int) -> str | None:
        """Return what is kept of a response, None where nothing is."""
        if not self.slots:
            return None
        record = self._record(self._find(slot))
        return None if record == _EMPTY else record.decode("ascii").rstrip().partition(":")[2]

    def _record(self, place: int) -> bytes:
        at = place * _WIDTH
        if self._table is None:
            return pread(self._handle, _WIDTH, at)
        return bytes(self._table[at : at + _WIDTH])

    def _find(self, slot: int) -> int:
        """Return the place of a response's record, or the empty one where it would go; ValueError if there is none."""
        mark = b"%d:" % slot
        first = slot % self.slots
        for places in (range(first, self.slots), range(first)):
            for place in places:
                record = self._record(place)
                if record == _EMPTY or record.startswith(mark):
                    return place
        raise ValueError(slot)

    def put(self, slot: int, text: str) -> bool:
        """Keep a response until `flush`; say whether its record is short enough."""
        record = b"%d:%s" % (slot, text.encode())
        if len(record) > _WIDTH:
            return False
        self._load()
        place = self._find(slot)
        self.used += self._record(place) == _EMPTY
        self._write(place, record)
        if 2 * self.used > self.slots:
            self._grow()
        return True

    def _write(self, place: int, record: bytes) -> None:
        assert self._table is not None
        self._table[place * _WIDTH : (place + 1) * _WIDTH] = record.ljust(_WIDTH)
        self._changed.add(place)

    def _load(self) -> None:
        if self._table is None:
            if not self.slots:
                self.slots, self._is_grown = _FIRST, True
            data = b"" if self._is_grown else read_file(self.path, _MOST) or b""
            self._table = bytearray(data.ljust(self.slots * _WIDTH))

    def _grow(self) -> None:
        old = bytes(self._table or b"")
        self.slots *= 4
        self._is_grown = True
        self._table = bytearray(_EMPTY * self.slots)
        for at in range(0, len(old), _WIDTH):
            record = old[at : at + _WIDTH]
            if record != _EMPTY:
                self._write(self._find(int(record.partition(b":")[0])), record)

    def flush(self) -> bool:
        """Write what was kept; False where another render of this session is writing, or nothing can be written.

        The state must be written right after: `close` then lets others in.
        """
        if self._table is None:
            return True
        try:
            self._lock = open(self._stem + b".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            lockf(self._lock, F_TLOCK, 0)
            if self._is_grown or len(self._changed) > _SINGLY:
                return put(self.path, bytes(self._table))
            handle = open(self.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            try:
                return all(pwrite(handle, self._record(place), place * _WIDTH) == _WIDTH for place in self._changed)
            finally:
                close(handle)
        except OSError:
            return False
