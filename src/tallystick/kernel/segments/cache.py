"""The prompt cache: how much of the prompts came from it, and how long it will still be there."""

from __future__ import annotations

from tallystick.kernel.snapshot import whole_percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("clock",)


def render(snapshot: Snapshot) -> str:
    """Return `cache 93% 4m12s`, or `cache 93% cold` where it has expired; a share that is unknown is left out."""
    if snapshot.cache is None:
        return ""
    ratio, expires = snapshot.cache
    left = -1 if expires is None else int(expires) - snapshot.now_s
    share = "" if ratio is None or ratio > 1 else f" {whole_percent(100 * ratio)}%"
    return f"cache{share} {_time(left)}"


def _time(seconds: int) -> str:
    if seconds <= 0:
        return "cold"
    return f"{seconds // 60}m{seconds % 60:02}s" if seconds < 3600 else f"{seconds // 3600}h{seconds % 3600 // 60:02}m"
