"""The model's name with the effort it works at: the head of the full layout."""

from __future__ import annotations

from tallystick.kernel.styled import painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ()


def render(snapshot: Snapshot) -> str:
    """Return `Opus 5.5 [effort: high]`; what is not known is left out."""
    parts = []
    if snapshot.model:
        parts.append(painted("95", snapshot.model))
    if snapshot.effort:
        parts.append(painted("93", f"[effort: {snapshot.effort}]"))
    return " ".join(parts)


def narrow(snapshot: Snapshot, columns: int) -> str:
    """Return the model alone."""
    return painted("95", snapshot.model) if snapshot.model else ""
