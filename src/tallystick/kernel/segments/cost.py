"""What the session cost by the client's own count."""

from __future__ import annotations

from tallystick.kernel.money import dollars

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ()


def render(snapshot: Snapshot) -> str:
    """Return `$12.40`; nothing where the client has no cost yet."""
    if not snapshot.cost:
        return ""
    nano = int(f"{snapshot.cost:.9f}".replace(".", ""))  # the client's float, as it would be written
    return dollars(nano * 10**9) if nano else "<$0.01"
