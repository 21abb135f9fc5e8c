"""Text with our own colours: painted, taken bare, cut to a width without ending inside a sequence.

Only `painted` writes escape sequences; text from outside passes `name` first and can hold none.
"""

from __future__ import annotations

from tallystick.kernel.display import ELLIPSIS, clean, columns_of, cut, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_ESCAPE = "\033["
_NUMBER = "0123456789,."
RESET = "\033[0m"
_LONGEST_NAME = 100  # columns: what is longer is no name, and a line has other things to say


def painted(code: str, text: str) -> str:
    """Return the text in a colour (the digits of an SGR sequence)."""
    return f"{_ESCAPE}{code}m{text}{RESET}"


def name(text: str | None) -> str:
    """Return a name from outside fit to be shown: clean, trimmed, and not endless; empty where there is none."""
    return cut(clean(text[:4096]).strip(), _LONGEST_NAME) if text else ""


def bare(text: str) -> str:
    """Return a text without our colours."""
    first, *rest = text.split(_ESCAPE)
    return first + "".join(piece.partition("m")[2] for piece in rest)


def joined(groups: Sequence[Sequence[tuple[int, str]]], *, most: int = 99) -> str:
    """Return the texts of groups in their order, without those of a higher rank than `most`."""
    lines = (" ".join(text for rank, text in group if rank <= most) for group in groups)
    return " | ".join(line for line in lines if line)


def within(groups: Sequence[Sequence[tuple[int, str]]], columns: int) -> str:
    """Return the texts of groups that fit into so many columns, those of the lowest ranks (from 1), at least the first
    one's: of several figures each is there as it is, or not at all.
    """
    most = max(rank for group in groups for rank, _ in group)
    while most > 1 and width(bare(joined(groups, most=most))) > columns:
        most -= 1
    return joined(groups, most=most)


def fit(text: str, columns: int) -> str:
    """Return a text that takes so many columns at most, with an ellipsis for what is cut, never behind the half of a
    number; 0 is any width.
    """
    if columns <= 0 or (len(text) <= columns and text.isascii()) or width(bare(text)) <= columns:
        return text
    room = columns - 1
    first, *rest = text.split(_ESCAPE)
    kept = [(end := _fitting(first, room))]
    room -= width(end)
    is_cut = end != first
    colour = ""
    for piece in rest:
        if is_cut:
            break
        code, _, shown = piece.partition("m")
        colour = "" if code == "0" else code
        end = _fitting(shown, room)
        room -= width(end)
        is_cut = end != shown
        kept.append(f"{_ESCAPE}{code}m{end}")
    return "".join(kept) + ELLIPSIS + (RESET if colour else "")


def _fitting(text: str, columns: int) -> str:
    for end, character in enumerate(text):
        columns -= columns_of(character)
        if columns < 0:
            return text[:end].rstrip(_NUMBER) if character in _NUMBER else text[:end]
    return text
