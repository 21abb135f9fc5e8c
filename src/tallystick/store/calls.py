"""Finds the tool call that a result answers."""

from __future__ import annotations

from tallystick.model.event import CALL_ROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.store.index import Index

_CALL = 5


def find(index: Index, file: int, call: int) -> tuple[int, ...] | None:
    """Return the packed call (`model.event`) of a file that has this key, None where the file has none."""
    for (calls,) in index.db.execute("SELECT calls FROM segment WHERE file = ? ORDER BY first_line", (file,)):
        for row in CALL_ROW.iter_unpack(calls):
            if row[_CALL] == call:
                return row
    return None
