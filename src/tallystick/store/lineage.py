"""Links child transcripts to the calls that spawned them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.store.index import Index

# How a child was linked, from the surest: the file beside it names the call; a result names the child; the child's
# first text is the call's prompt, to the letter.
BY_SIDECAR, BY_RESULT, BY_PROMPT = range(1, 4)


class Link:
    """A child transcript's parent transcript, the key of the call that spawned it, and how that is known."""

    __slots__ = ("basis", "call", "parent")

    def __init__(self, parent: int, call: int, basis: int) -> None:
        self.parent = parent
        self.call = call
        self.basis = basis


_CALLS = "SELECT s.file, s.call, s.line FROM spawn s JOIN file p ON p.id = s.file WHERE p.session = ?"
_ROADS = (
    (BY_SIDECAR, "spawn_call", f"{_CALLS} AND s.call = ? ORDER BY s.file, s.line"),
    (BY_RESULT, "child", f"{_CALLS} AND s.child = ? ORDER BY s.file, s.line"),
    (BY_PROMPT, "brief", f"{_CALLS} AND s.prompt = ? ORDER BY s.file, s.line"),
)


def links(index: Index, session: int | None = None) -> dict[int, Link]:
    """Return the link of every child transcript that has one, by file; a child that is not in it is unlinked.

    With a session (by key) only those of its children. Calls with the same prompt go to children in the order of
    their first lines, each call to one child.
    """
    found: dict[int, Link] = {}
    taken: set[int] = set()
    query = "SELECT id, session, spawn_call, child, brief FROM file WHERE side = 1"
    query += "" if session is None else f" AND session = {session:d}"
    order = " ORDER BY (SELECT min(first_t) FROM file_session WHERE file = id), path"
    children = index.db.execute(query + order).fetchall()
    for basis, column, calls in _ROADS:
        at = ("spawn_call", "child", "brief").index(column) + 2
        for child in children:
            if child[0] in found or not child[at]:
                continue
            rows = index.db.execute(calls, (child[1], child[at])).fetchall()
            free = [row for row in rows if row[0] != child[0] and (basis != BY_PROMPT or row[1] not in taken)]
            if free:
                found[child[0]] = Link(free[0][0], free[0][1], basis)
                taken.add(free[0][1])
    return found
