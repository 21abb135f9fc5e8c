"""Replaces a text that is kept elsewhere by its ends and the way to the whole, for outputs nobody reads to the end.

A thousand characters of either end stay, on whole lines. It acts only where the caller says where the whole text is and
from which length on (`limits.sink_chars`).
"""

from __future__ import annotations

from tallystick.filters.cuts import head_end, is_line, tail_begin
from tallystick.filters.marks import left_out, shorter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "head_tail_with_pointer"
BUCKET = "sink_surface"
KIND = "reducer"

_END = 1000  # characters
_MARK = 64


def applies(context: Context) -> bool:
    """Where the whole text can be had elsewhere, and a bound is set under which it is not worth the way."""
    return bool(context.recover) and context.limits.sink_chars > 0


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the text's ends around the pointer, and 1."""
    if len(text) <= max(context.limits.sink_chars, 2 * _END + _MARK + len(context.recover)):
        return text, 0
    head, tail = head_end(text, _END), tail_begin(text, _END)
    is_whole = is_line(text, head) and is_line(text, tail)
    gone = text.count("\n", head, tail) if is_whole else tail - head
    mark = left_out(gone, "lines" if is_whole else "characters", recover=context.recover)
    return shorter(text, f"{text[:head]}{mark}{chr(10) * is_line(text, tail)}{text[tail:]}", 1)
