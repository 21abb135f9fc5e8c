"""The project: its repository on the remote, else its folder, and the branch that is checked out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("project",)


def render(snapshot: Snapshot) -> str:
    """Return `owner/repository ⎇ branch`; a branch is left out where none is checked out."""
    if not snapshot.project:
        return ""
    return snapshot.project + (f" ⎇ {snapshot.branch}" if snapshot.branch else "")


def narrow(snapshot: Snapshot, columns: int) -> str:
    """Return the repository without its owner, and no branch."""
    return snapshot.project.rpartition("/")[2]
