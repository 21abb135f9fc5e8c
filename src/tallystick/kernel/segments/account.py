"""The account that the client is logged in with."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("account",)


def render(snapshot: Snapshot) -> str:
    """Return `✻you@example.com`."""
    return f"✻{snapshot.account}" if snapshot.account else ""
