"""Puts a result between two tags that say which tool it is from and how its command ended.

`<tool_result tool="Bash" exit_code="1">`, the text as it is, `</tool_result>`. A text that stands in the same tags
stays.

Lengthens: always, by the two tags.

Edits lines: two lines are added.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "unified_envelope"
BUCKET = "tool_result_envelope"
KIND = "rewriter"

_END = "</tool_result>"
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;"}


def applies(context: Context) -> bool:
    """Always."""
    return True


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text in its tags, and 1."""
    begin = f"<tool_result{_attribute('tool', context.tool)}{_attribute('path', context.path)}"
    code = "" if context.exit_code is None else str(context.exit_code)
    begin += f"{_attribute('exit_code', code)}>\n"
    if text.startswith(begin) and text.endswith(f"\n{_END}"):
        return text, 0
    return f"{begin}{text}{'' if text.endswith(chr(10)) else chr(10)}{_END}", 1


def _attribute(name: str, value: str) -> str:
    return f' {name}="{"".join(_ESCAPES.get(letter, letter) for letter in value)}"' if value else ""
