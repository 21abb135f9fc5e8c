"""Text for a terminal: what of it may be shown, how many columns it takes, and how it is cut to fit.

Names that come out of transcripts pass through `clean` before they are printed: they may hold escape sequences,
marks that turn the reading direction round, and characters that nobody sees.
"""

from __future__ import annotations

ELLIPSIS = "…"

# Invisible though Unicode does not call them format characters: grapheme joiner, Hangul fillers, Khmer inherent vowels.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
# The signs that our own pages and the status line use: most of their lines are measured without loading Unicode tables.
_OURS = {
    **dict.fromkeys("…—·×≥─⎇●✻⤵→⚠", 1),
    **dict.fromkeys("⏳📅💸", 2),
}
# Variation selectors and tags: they change how a neighbour looks, or carry text that is not shown.
_SELECTORS = ((0xFE00, 0xFE0F), (0x180B, 0x180F), (0xE0000, 0xE0FFF))
# Hangul vowels and finals join the syllable before them.
_JOINING_JAMO = ((0x1160, 0x11FF), (0xD7B0, 0xD7FF))


def clean(text: str) -> str:
    """Return the text without control, format and invisible characters; each kind of space is one plain space."""
    if text.isascii() and text.isprintable():
        return text
    from unicodedata import category

    kept = []
    for character in text:
        kind = category(character)
        if kind[0] == "Z" or character in "\t\n\r\v\f":
            kept.append(" ")
        elif kind == "Cs":
            kept.append("\ufffd")  # half of a character cannot be written to any terminal
        elif kind not in {"Cc", "Cf"} and character not in _UNSEEN and not _within(ord(character), _SELECTORS):
            kept.append(character)
    return "".join(kept)


def width(text: str) -> int:
    """Return the columns that a clean text takes: two for wide characters and emoji, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(map(columns_of, text))


def columns_of(character: str) -> int:
    """Return the columns that one character of a clean text takes."""
    if character.isascii():
        return 1
    known = _OURS.get(character)
    if known is not None:
        return known
    from unicodedata import category, east_asian_width

    code = ord(character)
    kind = category(character)
    if kind in {"Mn", "Me", "Cf"} or _within(code, _JOINING_JAMO):
        return 0
    if kind == "Cn":
        # Emoji that are newer than this Python's Unicode are unassigned to it, and wide to the terminal.
        return 2 if 0x1F300 <= code <= 0x1FAFF else 1
    return 2 if east_asian_width(character) in {"W", "F"} else 1


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)


def cut(text: str, columns: int) -> str:
    """Return the text, or as much of its beginning as fits with an ellipsis behind it."""
    if width(text) <= columns:
        return text
    return _fitting(text, columns - 1) + ELLIPSIS if columns > 0 else ""


def cut_front(text: str, columns: int) -> str:
    """Return the text, or as much of its end as fits with an ellipsis before it: the end of a path says most."""
    if width(text) <= columns:
        return text
    if columns <= 0:
        return ""
    start = len(text)
    room = columns - 1
    while start and columns_of(text[start - 1]) <= room:
        start -= 1
        room -= columns_of(text[start])
    while start < len(text) and not columns_of(text[start]):
        start += 1  # a combining mark has lost its letter
    return ELLIPSIS + text[start:]


def _fitting(text: str, columns: int) -> str:
    end = 0
    while (columns := columns - columns_of(text[end])) >= 0:
        end += 1
    return text[:end]


def pad(text: str, columns: int) -> str:
    """Return the text with spaces behind it up to so many columns."""
    return text + " " * (columns - width(text))


def pad_front(text: str, columns: int) -> str:
    """Return the text with spaces before it up to so many columns."""
    return " " * (columns - width(text)) + text
