"""What the last sync found wasted in this session: tokens of tool results that were redundant beyond doubt."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("wasted",)


def render(snapshot: Snapshot) -> str:
    """Return `wasted 4,120`, with `(stale)` where the session went on since."""
    found = snapshot.wasted
    if found is None:
        return ""
    return f"wasted {found.tokens:,}" + (" (stale)" if found.is_stale else "")
