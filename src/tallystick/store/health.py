"""What `tally doctor` asks the index: its version, the states of its files, how much it holds."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.store.index import Index


def version(index: Index) -> int:
    """Return the version of the index's schema."""
    found: int = index.db.execute("PRAGMA user_version").fetchone()[0]
    return found


def state(index: Index) -> str:
    """Return a text that changes whenever what the index holds of any transcript does."""
    query = """SELECT count(*), ifnull(sum(size), 0), ifnull(sum(offset), 0), ifnull(sum(mtime % 1000000007), 0),
      ifnull(sum(generation), 0), ifnull(sum(parser), 0), ifnull(sum(state), 0) FROM file"""
    return ".".join(map(str, index.db.execute(query).fetchone()))


def journal(index: Index) -> str:
    """Return how the database keeps its journal: "wal", or "delete" where a write-ahead log is not safe."""
    found: str = index.db.execute("PRAGMA journal_mode").fetchone()[0]
    return found


def paths(index: Index, state: int) -> list[str]:
    """Return the paths of the transcripts in one state (`model.transcript_file`), in order."""
    return [path for (path,) in index.db.execute("SELECT path FROM file WHERE state = ? ORDER BY path", (state,))]


def oldest(index: Index, state: int) -> int | None:
    """Return the earliest time (ms) of a line whose transcript is in one state."""
    query = "SELECT min(s.first_t) FROM file_session s JOIN file f ON f.id = s.file WHERE f.state = ?"
    found: int | None = index.db.execute(query, (state,)).fetchone()[0]
    return found


def unlinked(index: Index) -> int:
    """Return how many child transcripts have no known call that spawned them."""
    query = "SELECT count(*) FROM file WHERE side <> 0 AND spawn_call = 0"
    found: int = index.db.execute(query).fetchone()[0]
    return found


def responses(index: Index) -> int:
    """Return how many responses the index holds."""
    found: int = index.db.execute("SELECT ifnull(sum(responses), 0) FROM rollup").fetchone()[0]
    return found


def sessions(index: Index) -> int:
    """Return how many sessions the index holds."""
    found: int = index.db.execute("SELECT count(*) FROM session").fetchone()[0]
    return found
