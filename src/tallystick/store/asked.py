"""What the index knows of one session that somebody asks about, found without looking at all others."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.store.index import Index

_MOST = 8  # candidates worth naming


def sessions_like(index: Index, start: str) -> list[str]:
    """Return ids of sessions that begin with a text, in order; no more than a few of them."""
    quoted = start.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    query = """SELECT n.text FROM session s JOIN name n ON n.key = s.key
      WHERE n.text LIKE ? ESCAPE '\\' ORDER BY length(n.text), n.text LIMIT ?"""
    return [text for (text,) in index.db.execute(query, (quoted + "%", _MOST))]


def newest_session(index: Index, project: str) -> str | None:
    """Return the id of the session of a project (its folder) whose lines end last, None where it has none."""
    query = """SELECT n.text FROM session s JOIN name n ON n.key = s.key JOIN name p ON p.key = s.project
      WHERE p.text = ? AND s.file <> 0 ORDER BY s.last_t DESC, n.text LIMIT 1"""
    row = index.db.execute(query, (project,)).fetchone()
    return row[0] if row else None


def has_session(index: Index, session: int) -> bool:
    """Say whether any transcript of a session (by key) was ever read."""
    return index.db.execute("SELECT 1 FROM file WHERE session = ? LIMIT 1", (session,)).fetchone() is not None


def main_transcripts(index: Index, session: int) -> list[tuple[str, str]]:
    """Return the paths of a session's main transcripts, each with the name of the agent that wrote it."""
    query = """SELECT f.path, ifnull(a.text, '') FROM file f LEFT JOIN name a ON a.key = f.agent
      WHERE f.session = ? AND f.side = 0 ORDER BY f.path"""
    return index.db.execute(query, (session,)).fetchall()
