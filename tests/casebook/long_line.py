"""Cases too large to keep: a line beyond the cap of 64 MiB, and one just under it. Written where a test wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .case import Find, find, rejected, totals
from .physical import good

if TYPE_CHECKING:
    from pathlib import Path

MEBIBYTE = 1 << 20


def write_long_line(projects: Path, mebibytes: int = 70) -> Find:
    """Write a transcript whose second line is that long, a good line before and behind; what a reader must find.

    Up to the cap of 64 MiB the long line counts like any other: a third response of 1, 100 and 10. Beyond it the line
    is refused as too long, and streamed past.
    """
    path = projects / "x" / "long.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    head, tail = good(2, words="CLAY").split(b"CLAY")
    with path.open("wb") as file:
        file.write(good(1) + b"\n" + head)
        left = mebibytes * MEBIBYTE - len(head) - len(tail)
        while left > 0:
            file.write(b"clay " * (min(left, MEBIBYTE) // 5) + b"." * (min(left, MEBIBYTE) % 5))
            left -= MEBIBYTE
        file.write(tail + b"\n" + good(3) + b"\n")
    if mebibytes > 64:
        refused = rejected(2, "too long", "x/long.jsonl")
        return find(totals(2, 0, 0, 200, 20, n=2), rejections=[refused])
    return find(totals(3, 0, 0, 300, 30, n=3))
