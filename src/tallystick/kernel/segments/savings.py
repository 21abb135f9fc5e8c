"""What compressing and diverting saved in this session, in percent of each tool call's own output."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("savings",)


def render(snapshot: Snapshot) -> str:
    """Return `💸34%/29%`, the latest call's share and the mean, or `💸—` where no row says one."""
    found = snapshot.savings
    if found is None:
        return ""
    return "💸—" if found.latest is None else f"💸{found.latest}%/{found.mean}%"
