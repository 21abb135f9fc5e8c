"""The model's name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ()


def render(snapshot: Snapshot) -> str:
    """Return the name that the client shows, else the id."""
    return snapshot.model
