"""Who is logged in to GitHub."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("login",)


def render(snapshot: Snapshot) -> str:
    """Return `@login`; a warning sign says that several are logged in."""
    return f"@{snapshot.login}" if snapshot.login else ""
