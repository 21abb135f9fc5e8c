"""What the session's tokens cost at list prices, subagents included."""

from __future__ import annotations

from tallystick.kernel.money import dollars
from tallystick.kernel.styled import name, painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("totals", "prices")


def render(snapshot: Snapshot) -> str:
    """Return `cost (estimate):$1.23 (excludes glm-5)`, or `loading prices…` while prices may still come."""
    found = snapshot.estimate
    excluded = ", ".join(map(name, found.excluded)) if found else ""
    return painted("38;5;48", "cost (estimate):") + _figure(snapshot, excluded)


def narrow(snapshot: Snapshot, columns: int) -> str:
    """Return `cost ~$1.23 (excludes 1)`: how many models are not in it, where their names have no room."""
    found = snapshot.estimate
    return painted("38;5;48", "cost ~") + _figure(snapshot, str(len(found.excluded)) if found else "")


def _figure(snapshot: Snapshot, excluded: str) -> str:
    found = snapshot.estimate
    more = "" if snapshot.is_complete else "…"
    if found is None:
        text = "—"
    elif found.atto is None and found.may_come:
        text = "loading prices…"
    else:
        text = "—" if found.atto is None else dollars(found.atto) + more
        if found.excluded:
            text += " " + painted("90", f"(excludes {excluded})")
    return text
