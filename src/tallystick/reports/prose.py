"""Sentences and lists of a page, broken at spaces to a given width."""

from __future__ import annotations

from tallystick.kernel.display import clean, pad, width


def wrap(text: str, columns: int, *, indent: int = 0) -> list[str]:
    """Return a text as lines of at most so many columns, all but the first indented; a longer word stays whole."""
    lines = []
    line = ""
    for word in clean(text).split(" "):
        if line.strip() and width(line) + 1 + width(word) > columns:
            lines.append(line.rstrip())
            line = " " * indent + word
        else:
            line = f"{line} {word}" if line.strip() else line + word
    return [*lines, line]


def item(name: str, text: str, columns: int, *, room: int) -> list[str]:
    """Return a named line: the name in `room` columns, the text beside it, wrapped under its own beginning."""
    first, *rest = wrap(text, columns - room)
    return [pad(name, room) + first, *(" " * room + line for line in rest)]
