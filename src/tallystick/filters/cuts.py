"""Where a text may be cut: on whole lines, and within a line never inside of what a reader takes for one character."""

from __future__ import annotations

_JOINER = "\u200d"
# combining marks, variation selectors, vowels and endings of Hangul, skin tones, tags
_EXTENDS = (
    *((0x300, 0x36F), (0x483, 0x489), (0x591, 0x5BD), (0x610, 0x61A), (0x64B, 0x65F), (0x900, 0x903), (0x93A, 0x94F)),
    *((0xE31, 0xE31), (0xE34, 0xE3A), (0xE47, 0xE4E), (0x1160, 0x11FF), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF)),
    *((0x200D, 0x200D), (0x20D0, 0x20FF), (0x302A, 0x302F), (0x3099, 0x309A), (0xFE00, 0xFE0F), (0xFE20, 0xFE2F)),
    *((0x1F3FB, 0x1F3FF), (0xE0020, 0xE007F), (0xE0100, 0xE01EF)),
)
_FAR = 64  # characters that a cut moves at most: more marks on one letter are no writing


def extends(character: str) -> bool:
    """Whether a character belongs to the one before it."""
    code = ord(character)
    if code < _EXTENDS[0][0]:
        return False
    return any(first <= code <= last for first, last in _EXTENDS)


def is_inside(text: str, at: int) -> bool:
    """Whether a cut before `at` would part what belongs together: a letter and its marks, CR and LF, a pair."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if after < "\x80" and before < "\x80":
        return before == "\r" and after == "\n"
    if extends(after) or before == _JOINER:
        return True
    if "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff":
        return True
    return _is_flag(before) and _is_flag(after) and _flags_before(text, at) % 2 == 1


def back(text: str, at: int) -> int:
    """The nearest place at or before `at` where the text may be cut."""
    for place in range(at, max(0, at - _FAR), -1):
        if not is_inside(text, place):
            return place
    return max(0, at - _FAR)


def forth(text: str, at: int) -> int:
    """The nearest place at or behind `at` where the text may be cut."""
    for place in range(at, min(len(text), at + _FAR)):
        if not is_inside(text, place):
            return place
    return min(len(text), at + _FAR)


def head_end(text: str, room: int) -> int:
    """Where a head of at most so many characters ends: behind a line unless that halves it, else behind a character."""
    line = text.rfind("\n", 0, room) + 1
    return line if line > room // 2 else back(text, room)


def tail_begin(text: str, room: int) -> int:
    """Where a tail of at most so many characters begins: with a line unless that halves it, else with a character."""
    at = len(text) - room
    if at <= 0 or text[at - 1] == "\n":
        return max(0, at)
    line = text.find("\n", at) + 1
    return line if 0 < line < at + (room + 1) // 2 else forth(text, at)


def is_line(text: str, at: int) -> bool:
    """Whether a line begins here."""
    return at == 0 or text[at - 1] == "\n"


def _is_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flags_before(text: str, at: int) -> int:
    begin = at
    while begin > max(0, at - _FAR) and _is_flag(text[begin - 1]):
        begin -= 1
    return at - begin
