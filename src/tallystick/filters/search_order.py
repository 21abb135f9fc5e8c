"""Puts the lines of a search in order, by path and by line, so that two searches with the same result are one text.

Lines of matches are `path:line:text`, all others are paths; a text with lines of both kinds, or of any other (a
heading, a parting `--`, `Binary file ...`), has an order of its own and keeps it. A number in a path is ordered as
text.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.filters.context import Context

MECHANISM = "search_order"
BUCKET = "search_normalize"
KIND = "rewriter"

SEARCHES = frozenset({"grep", "rg", "ag", "ack", "find", "fd", "fdfind", "git"})


def applies(context: Context) -> bool:
    """Where a search tool of the host answered, or one of the shell's."""
    return context.tool in {"Grep", "Glob"} or context.program in SEARCHES


def apply(text: str, context: Context) -> tuple[str, int]:
    """Return the lines in order, and how many stand elsewhere than before."""
    end = "\n" if text.endswith("\n") else ""
    lines = text[: len(text) - len(end)].split("\n")
    keys = _matches(lines)
    if keys is not None:
        ordered = [lines[at] for at in sorted(range(len(lines)), key=keys.__getitem__)]
    elif _are_paths(lines):
        ordered = sorted(lines)
    else:
        return text, 0
    moved = sum(map(str.__ne__, lines, ordered))
    return ("\n".join(ordered) + end, moved) if moved else (text, 0)


def _matches(lines: list[str]) -> list[tuple[str, int]] | None:
    keys = []
    for line in lines:
        path, _, rest = line.partition(":")
        number, colon, _ = rest.partition(":")
        if not path or not colon or not (number.isascii() and number.isdigit()) or len(number) > 9:
            return None
        keys.append((path, int(number)))
    return keys


def _are_paths(lines: list[str]) -> bool:
    """Whether each is one word or has a slash, and none has what stands around a match."""
    for line in lines:  # noqa: SIM110  (a generator costs twice the time)
        if not line or ":" in line or line == "--" or (" " in line and "/" not in line):
            return False
    return True
