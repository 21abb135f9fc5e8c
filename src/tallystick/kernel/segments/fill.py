"""How much of the context the last call filled, its output included: that is what the next call starts with."""

from __future__ import annotations

from tallystick.kernel.styled import painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ()
_GREEN, _YELLOW, _RED = "32", "33", "31"


def render(snapshot: Snapshot) -> str:
    """Return `context used 12.3% - (24,600/200,000)`, green, yellow from 70 and red from 90 percent."""
    colour, share = _share(snapshot)
    counts = f"({snapshot.used:,}/{snapshot.window:,})"
    return f"{painted(colour, f'context used {share}%')} - {painted('33', counts)}"


def narrow(snapshot: Snapshot, columns: int) -> str:
    """Return the share alone."""
    colour, share = _share(snapshot)
    return painted(colour, f"context {share}%")


def _share(snapshot: Snapshot) -> tuple[str, str]:
    """Return the share's colour, and the share (percent, one decimal)."""
    used, window = snapshot.used, snapshot.window
    tenths = (2000 * used + window) // (2 * window)
    colour = _RED if tenths >= 900 else _YELLOW if tenths >= 700 else _GREEN
    return colour, f"{tenths // 10}.{tenths % 10}" if tenths or not used else "<0.1"
