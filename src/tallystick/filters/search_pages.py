"""Leaves of a search's answer one page of so many lines, and says which page of how many it is.

Lengthens: where the lines that go are shorter than what is said of them.
"""

from __future__ import annotations

from tallystick.filters.marks import OPEN, counted, remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "pagination"
BUCKET = "search_pagination"
KIND = "rewriter"


def applies(context: Context) -> bool:
    """Where a search tool of the host answered and pages have a size."""
    return context.tool in {"Grep", "Glob"} and context.limits.page_entries > 0


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the page that was asked for, the last one where there are fewer, and 1."""
    size = context.limits.page_entries
    lines = text.rstrip("\n").split("\n")
    if len(lines) <= size or (len(lines) == size + 1 and lines[-1].startswith(f"{OPEN}page ")):
        return text, 0
    pages = -(-len(lines) // size)
    page = min(max(1, context.page), pages)
    shown = lines[(page - 1) * size : page * size]
    first = (page - 1) * size + 1
    said = remark(f"page {page} of {pages}: {first:,} to {first + len(shown) - 1:,} of {counted(len(lines), 'lines')}")
    return "\n".join([*shown, said]), 1
