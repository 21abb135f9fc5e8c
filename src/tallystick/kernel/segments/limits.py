"""The official windows, as the client reports them: five hours and seven days."""

from __future__ import annotations

from tallystick.kernel.snapshot import whole_percent
from tallystick.kernel.styled import painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ()
_AMBER, _RED = "33", "31"


def render(snapshot: Snapshot) -> str:
    """Return `⏳24% 📅41%`, each amber from 50 and red from 80 percent; one that is not reported is left out."""
    pairs = (("⏳", snapshot.five_hours), ("📅", snapshot.seven_days))
    return " ".join(_window(sign, used) for sign, used in pairs if used is not None)


def _window(sign: str, used: float) -> str:
    text = f"{sign}{whole_percent(used)}%"
    if used + 0.5 >= 80:
        return painted(_RED, text)
    return painted(_AMBER, text) if used + 0.5 >= 50 else text
