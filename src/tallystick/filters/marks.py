"""How a text says what is no longer in it: the one grammar of marks, so that nobody takes one for a tool's own words.

`[... 12 passed tests left out]` stands on a line of its own, `line [×3]` behind a line that stood there three times.
"""

from __future__ import annotations

OPEN = "[... "
TIMES = " [×"
DIGEST = "[digest] "


def left_out(count: int, what: str, *, recover: str = "") -> str:
    """A mark in place of so many things: `what` in the plural, its last letter cut for one of them."""
    return remark(f"{counted(count, what)} left out{f'; all of it: {recover}' if recover else ''}")


def counted(count: int, what: str) -> str:
    """A number of things, the last letter of `what` cut for one of them."""
    return f"{count:,} {what[:-1] if count == 1 and what.endswith('s') else what}"


def remark(words: str) -> str:
    """Any other thing that a filter has to say of a text, on a line of its own."""
    return f"{OPEN}{words}]"


def times(line: str, count: int) -> str:
    """A line that stood there so many times in a row."""
    end = "\r" if line.endswith("\r") else ""
    return f"{line[: len(line) - len(end)]}{TIMES}{count:,}]{end}"


def is_marked(line: str) -> bool:
    """Whether a line says of itself that a filter of ours wrote or changed it."""
    return OPEN in line or TIMES in line or line.startswith(DIGEST)


def size(text: str) -> int:
    """UTF-8 bytes of a text, a lone surrogate counted as the three bytes that it would take."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def shorter(before: str, after: str, count: int) -> tuple[str, int]:
    """What a reducer returns: its new text if that is shorter, neither longer in bytes nor characters; else the old."""
    if len(after) > len(before) or size(after) > size(before) or after == before:
        return before, 0
    return after, max(1, count)
