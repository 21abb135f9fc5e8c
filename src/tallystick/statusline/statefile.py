"""The file of a session's state: read at the beginning of a round, and written at its end over what others, who may
have written it in between, left of theirs.
"""

from __future__ import annotations

from posix import stat

from tallystick.kernel.files import put, read_text
from tallystick.kernel.jsontext import ascii_text
from tallystick.kernel.sessionstate import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.statusline.totals import Totals

_LARGEST = 64 << 20  # bytes of a state: no session comes near it


class StateFile:
    """What a state held when it was read (`fields`), and by what it is known whether it is still the same file."""

    __slots__ = ("_path", "_reach", "_stamp", "fields")

    def __init__(self, path: bytes) -> None:
        self._path = path
        self.read()

    def read(self) -> None:
        """Take what the file holds now."""
        self._stamp = _stamp(self._path)
        self.fields = parse(read_text(self._path, _LARGEST))
        self._reach = _reach(self.fields)  # now: who goes on reading changes the fields

    def write(self, changes: Mapping[str, object], totals: Totals | None, *, is_shared: bool = False) -> bool:
        """Write changes over what is there, with the totals where nobody else went on with them since; say whether all
        of it was written. `is_shared`: another process is expected to write too, so that its turn is waited for.
        """
        if is_shared and not (totals and totals.lock()):
            return False
        kept, is_ours = self.fields, True
        if is_shared or _stamp(self._path) != self._stamp:
            kept = parse(read_text(self._path, _LARGEST))
            is_ours = _reach(kept) == self._reach
        fields = {**kept, **changes}
        if totals is None or totals.kept is None or not is_ours:
            return put(self._path, ascii_text(fields).encode()) and is_ours
        table = totals.flush()
        if table is None or not put(self._path, ascii_text({**fields, **totals.kept, "keeper": table}).encode()):
            return False
        totals.drop_older()
        return True


def _stamp(path: bytes) -> tuple[int, int]:
    """Return what is another with every writing, as each puts a new file there."""
    try:
        found = stat(path)
    except OSError:
        return 0, 0
    return found.st_ino, found.st_mtime_ns


def _reach(fields: Mapping[str, object]) -> str:
    """Return how far a state has read, and into which table."""
    return f"{fields.get('positions')} {fields.get('keeper')}"
