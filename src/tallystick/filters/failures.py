"""Which lines must not be lost: those that speak of a failure, an error or a warning, in whatever words a tool has."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# As they stand in a lower-case line. A line too many is kept, so that none is lost; "0 errors" is kept with the rest.
SIGNS = (
    *("error", "fail", "warn", "fatal", "panic", "exception", "traceback", "abort", "critical", "denied", "not ok"),
    *("cannot", "can't", "not found", "undefined", "unresolved", "no such", "timed out", "segmentation", "killed"),
    *("✕", "✗", "✘", "❌", "⚠", "✖", "×"),
)


def signs_in(text: str) -> tuple[str, ...]:
    """The signs that stand anywhere in a text: to look for these alone in its lines costs less."""
    lower = text.lower()
    return tuple(sign for sign in SIGNS if sign in lower)


def is_failure(line: str, signs: tuple[str, ...] = SIGNS) -> bool:
    """Whether one of these signs stands in a line."""
    lower = line.lower()
    for sign in signs:  # noqa: SIM110  (a generator costs twice the time, once a line)
        if sign in lower:
            return True
    return False


def failing(text: str) -> Iterator[tuple[int, int]]:
    """Where the lines with a sign begin and end in a text, in order; the end is behind the line feed.

    It goes from sign to sign, not from line to line: where they are few it takes as long as looking for each of them.
    """
    lower = text.replace("İ", "I").lower()  # the one letter whose small form is two would shift the places
    nexts = {sign: at for sign in SIGNS if (at := lower.find(sign)) >= 0}
    while nexts:
        at = min(nexts.values())
        begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at) + 1 or len(text)
        yield begin, end
        for sign, place in list(nexts.items()):
            if place < end:
                nexts[sign] = lower.find(sign, end)
                if nexts[sign] < 0:
                    del nexts[sign]
