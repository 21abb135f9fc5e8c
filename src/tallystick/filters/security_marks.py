r"""Breaks what a tool's output could pass off as the harness's own words: tags by which a model tells who speaks.

`</tool_result>` inside of a result becomes `<\/tool_result>`, and so with the other names below: a reader sees what
stood there, and no tag ends or begins.

Lengthens: one character a tag.

Edits lines: a tag is broken.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "security_marker_insertion"
BUCKET = "tool_result_envelope"
KIND = "rewriter"

_TAGS = (
    "tool_result",
    "tool_use",
    "function_results",
    "function_calls",
    "system-reminder",
    "system",
    "user",
    "assistant",
)
_OPENINGS = tuple(f"{slash}{tag}" for tag in _TAGS for slash in ("", "/"))
_NAMES = frozenset(_TAGS)
_ENDS = " \t\n/>"
_LONGEST = 20  # characters, more than the longest of the names has


def applies(context: Context) -> bool:
    """Always: a text without tags is known at a glance."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text with such tags broken, and their number."""
    if not any(f"<{opening}" in text for opening in _OPENINGS):
        return text, 0
    first, *parts = text.split("<")
    kept = [first]
    count = 0
    for part in parts:
        is_tag = part.startswith(_OPENINGS) and _name(part) in _NAMES
        count += is_tag
        kept.append(f"\\{part}" if is_tag else part)
    return ("<".join(kept), count) if count else (text, 0)


def _name(part: str) -> str:
    """The name with which a tag begins, "" where nothing ends it."""
    body = part[part.startswith("/") : _LONGEST]
    name = body
    for end in _ENDS:
        name = name.partition(end)[0]
    return name if len(name) < len(body) else ""
