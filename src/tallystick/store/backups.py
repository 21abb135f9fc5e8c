"""Keeps copies of the index: one a week while it changes, two of them."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.store.index import Index

FOLDER = "backups"
_KEPT = 2
WEEK_MS = 7 * 86_400_000


def due(index: Index, now_ms: int) -> bool:
    """Say whether the last copy is older than a week; a new index is not copied before it is a week old."""
    last = index.meta("backup_at")
    return isinstance(last, int) and now_ms - last >= WEEK_MS


def note(index: Index, now_ms: int) -> None:
    """Note when the last copy was made."""
    index.db.execute("INSERT OR REPLACE INTO meta VALUES('backup_at', ?)", (now_ms,))


def copy(index: Index, day: str, now_ms: int) -> str:
    """Copy the index to `backups/index-<day>.sqlite3`, drop the oldest beyond two, and return the copy's path."""
    folder = os.path.join(os.path.dirname(index.path), FOLDER)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = os.path.join(folder, f"index-{day}.sqlite3")
    making = path + ".making"
    for left in (making, making + "-journal"):
        if os.path.exists(left):
            os.unlink(left)
    os.close(os.open(making, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    index.db.execute("VACUUM INTO ?", (making,))
    os.replace(making, path)
    note(index, now_ms)
    for old in kept(index)[:-_KEPT]:
        os.unlink(old)
    return path


def kept(index: Index) -> list[str]:
    """Return the copies there are, oldest first."""
    folder = os.path.join(os.path.dirname(index.path), FOLDER)
    try:
        names = sorted(name for name in os.listdir(folder) if name.startswith("index-") and name.endswith(".sqlite3"))
    except FileNotFoundError:
        return []
    return [os.path.join(folder, name) for name in names]


def drop(index: Index) -> int:
    """Remove every copy, since each may hold what was just forgotten; return how many there were."""
    copies = kept(index)
    for path in copies:
        os.unlink(path)
    return len(copies)
