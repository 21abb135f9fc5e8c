"""How full the context is, by the input alone; after a compaction, what that did."""

from __future__ import annotations

from tallystick.kernel.snapshot import whole_percent
from tallystick.kernel.styled import painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot

NEEDS: tuple[str, ...] = ("tracker",)
_RED = "31"
_HIGH = 50  # percent


def render(snapshot: Snapshot) -> str:
    """Return `ctx 41%`, red from 50 %, or `⤵ 160k→24k (85%)`: before, after and what was reclaimed."""
    tracker = snapshot.tracker
    if tracker is not None and tracker.before is not None:
        return f"⤵ {_short(tracker.before)}→{_short(tracker.after)} ({tracker.reclaimed}%)"
    share = snapshot.share if snapshot.context is None else 100 * snapshot.context / snapshot.window
    if share is None:
        return painted(_RED, "ctx>200k") if snapshot.is_over_200k else ""
    text = f"ctx {whole_percent(share)}%"
    return painted(_RED, text) if share >= _HIGH else text


def _short(tokens: int) -> str:
    """Return tokens in thousands or millions, rounded down."""
    if tokens >= 1_000_000:
        return f"{tokens // 1_000_000}m"
    return f"{tokens // 1000}k" if tokens >= 1000 else str(tokens)
