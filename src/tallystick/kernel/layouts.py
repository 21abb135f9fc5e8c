"""The two layouts: which segments stand where, joined and cut to the width of the terminal."""

from __future__ import annotations

from tallystick.kernel.display import width
from tallystick.kernel.segments import SEGMENTS
from tallystick.kernel.styled import bare, fit, painted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallystick.kernel.segments.protocol import Segment
    from tallystick.kernel.snapshot import Snapshot

FULL = (("title", "fill", "estimate"), ("tokens",), ("tools",), ("session",))
LINE = ("version", "project", "login", "account", "model", "context", "cost", "limits", "savings")
NOTICE = "context window usage starts after your first question."
_BEFORE = (("title",), ("session",))
# What goes first where a line is too long, up to what stays longest.
ORDER = (
    *("login", "account", "version", "project", "session", "savings", "cache", "wasted"),
    *("title", "model", "limits", "cost", "tools", "tokens", "estimate", "fill", "context"),
)


def rows(layout: str, segments: Sequence[str], *, has_usage: bool) -> tuple[tuple[str, ...], ...]:
    """Return the names of the segments by line; names that nobody knows are passed over."""
    if layout == "line":
        return (tuple(name for name in segments or LINE if name in SEGMENTS),)
    return FULL if has_usage else _BEFORE


def load(name: str) -> Segment:
    """Return the module of a segment."""
    found: Segment = __import__(SEGMENTS[name], fromlist=["render"])
    return found


def compose(snapshot: Snapshot, names: Sequence[Sequence[str]], *, is_full: bool, columns: int = 0) -> list[str]:
    """Return the lines; a segment with nothing to say is left out, and so is a line without any. Lines that are longer
    than so many columns (0: any) lose what matters least.
    """
    lines = [" | ".join(filter(None, (load(name).render(snapshot) for name in row))) for row in names]
    if columns:
        pairs = zip(lines, names, strict=True)
        lines = [line if _fits(line, columns) else _narrowed(snapshot, row, columns) for line, row in pairs]
    if is_full and names == _BEFORE:
        lines.insert(1, painted("36", NOTICE))
    return [line for line in lines if line]


def _fits(line: str, columns: int) -> bool:
    return width(bare(line)) <= columns


def _narrowed(snapshot: Snapshot, row: Sequence[str], columns: int) -> str:
    """Return a line of the short forms of its segments, without those that go first until it fits; what room there is
    then is for whole forms, of what matters most before the others.
    """
    texts = {}
    for name in row:
        narrow = getattr(load(name), "narrow", None)
        texts[name] = narrow(snapshot, columns) if narrow else load(name).render(snapshot)
    order = sorted((name for name in row if texts[name]), key=ORDER.index)
    while len(order) > 1 and not _fits(_line(row, order, texts), columns):
        order.pop(0)
    for name in reversed(order):
        whole = {**texts, name: load(name).render(snapshot)}
        if _fits(_line(row, order, whole), columns):
            texts = whole
    return _line(row, order, texts)


def _line(row: Sequence[str], kept: Sequence[str], texts: Mapping[str, str]) -> str:
    return " | ".join(texts[name] for name in row if name in kept)


def finish(lines: Sequence[str], *, columns: int, colour: bool) -> str:
    """Return the text to print: each line cut to so many columns (0: any), bare where no colours are wanted."""
    return "".join(f"{fit(line if colour else bare(line), columns)}\n" for line in lines)
