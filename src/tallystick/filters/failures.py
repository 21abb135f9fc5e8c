"""Which lines must not be lost: those that speak of a failure, an error or a warning, in whatever words a tool has."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# As they stand in a lower-case line. A line too many is kept, so that none is lost; "0 errors" is kept with the rest.
_WORDS = (
    *("error", "fail", "warn", "fatal", "panic", "exception", "traceback", "abort", "critical", "denied", "not ok"),
    *("cannot", "can't", "not found", "undefined", "unresolved", "no such", "timed out", "segmentation", "killed"),
)
_SYMBOLS = ("✕", "✗", "✘", "❌", "⚠", "✖", "×")
SIGNS = (*_WORDS, *_SYMBOLS)


def failing_lines(text: str) -> set[int]:
    """The numbers, from 0, of the lines in which a sign stands; sign by sign, for most stand in no line at all."""
    folded = _fold(text)
    lines = folded.split("\n")
    found: set[int] = set()
    for word in _WORDS:
        if word in folded:
            found.update([at for at, line in enumerate(lines) if word in line])
    for symbol in _SYMBOLS:
        if symbol in text:
            found.update([at for at, line in enumerate(text.split("\n")) if symbol in line])
    return found


def signs_in(text: str) -> tuple[str, ...]:
    """The signs that stand anywhere in a text: to look for these alone in its lines costs less."""
    folded = _fold(text)
    found = [word for word in _WORDS if word in folded]
    return (*found, *(symbol for symbol in _SYMBOLS if symbol in text))


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
    folded = _fold(text)
    searches = [_search(folded, word) for word in _WORDS]
    if not text.isascii():
        searches += [_search(text, symbol) for symbol in _SYMBOLS]
    nexts = {search: at for search in searches if (at := search(0)) >= 0}
    while nexts:
        at = min(nexts.values())
        begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at) + 1 or len(text)
        yield begin, end
        for search, place in list(nexts.items()):
            if place < end:
                nexts[search] = search(end)
                if nexts[search] < 0:
                    del nexts[search]


def _fold(text: str) -> str:
    """The text in small letters, character by character, as far as it is ASCII.

    `str.lower` takes thirty times as long where not all is ASCII, and makes two letters of one.
    """
    return text.encode("latin-1", "replace").lower().decode("latin-1")


def _search(text: str, sign: str) -> Callable[[int], int]:
    return lambda begin: text.find(sign, begin)
