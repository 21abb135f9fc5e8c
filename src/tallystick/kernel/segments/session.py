"""The session's id, which is also the name of its transcript."""

from __future__ import annotations

from tallystick.kernel.styled import painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ()


def render(snapshot: Snapshot) -> str:
    """Return `session: 0861b858-...`."""
    return f"session: {painted('90', snapshot.session)}" if snapshot.session else ""


def narrow(snapshot: Snapshot, columns: int) -> str:
    """Return the id alone."""
    return painted("90", snapshot.session) if snapshot.session else ""
