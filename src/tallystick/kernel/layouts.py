"""The two layouts: which segments stand where, joined and cut to the width of the terminal."""

from __future__ import annotations

from tallystick.kernel.segments import SEGMENTS
from tallystick.kernel.styled import bare, fit, painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.kernel.segments.protocol import Segment
    from tallystick.kernel.snapshot import Snapshot

FULL = (("title", "fill", "estimate"), ("tokens",), ("tools",), ("session",))
LINE = ("version", "project", "login", "account", "model", "context", "cost", "limits", "savings")
NOTICE = "context window usage starts after your first question."
_BEFORE = (("title",), ("session",))


def rows(layout: str, segments: Sequence[str], *, has_usage: bool) -> tuple[tuple[str, ...], ...]:
    """Return the names of the segments by line; names that nobody knows are passed over."""
    if layout == "line":
        return (tuple(name for name in segments or LINE if name in SEGMENTS),)
    return FULL if has_usage else _BEFORE


def load(name: str) -> Segment:
    """Return the module of a segment."""
    found: Segment = __import__(SEGMENTS[name], fromlist=["render"])
    return found


def compose(snapshot: Snapshot, names: Sequence[Sequence[str]], *, is_full: bool) -> list[str]:
    """Return the lines; a segment with nothing to say is left out, and so is a line without any."""
    lines = [" | ".join(filter(None, (load(name).render(snapshot) for name in row))) for row in names]
    if is_full and names == _BEFORE:
        lines.insert(1, painted("36", NOTICE))
    return [line for line in lines if line]


def finish(lines: Sequence[str], *, columns: int, colour: bool) -> str:
    """Return the text to print: each line cut to so many columns (0: any), bare where no colours are wanted."""
    return "".join(f"{fit(line if colour else bare(line), columns)}\n" for line in lines)
