"""The program and its version, with a dot while this session's hooks are live."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("version", "hooks")


def render(snapshot: Snapshot) -> str:
    """Return `tally 1.2.3`, and ` ●` behind it where the session's start left its mark."""
    return f"tally {snapshot.version}" + (" ●" if snapshot.is_hooked else "")


def narrow(snapshot: Snapshot, columns: int) -> str:
    """Return the name, and the dot."""
    return "tally" + (" ●" if snapshot.is_hooked else "")
