"""Replaces an output that was there before, byte for byte, by the name of the earlier one.

The caller says which outputs those are: `seen` has the key of each (`key`) and what it is called. One that has changed
by a single character is another one.
"""

from __future__ import annotations

from tallystick.filters.marks import counted, remark, shorter
from tallystick.kernel.sha256 import hexdigest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "<tool>"
BUCKET = "output_dedup"
KIND = "reducer"


def key(text: str) -> str:
    """What a text is known by: the first twelve hexadecimal digits of its SHA-256."""
    return hexdigest(text.encode("utf-8", "surrogatepass"))[:12]


def applies(context: Context) -> bool:
    """Where anything was there before."""
    return bool(context.seen)


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the name of the earlier output, and 1."""
    name = context.seen.get(key(text))
    if not name:
        return text, 0
    lines = text.count("\n") + (not text.endswith("\n"))
    return shorter(text, remark(f"{counted(lines, 'lines')}, the same as {name}") + "\n" * text.endswith("\n"), 1)
