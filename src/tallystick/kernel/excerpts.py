"""Where two texts differ: byte ranges on both sides and the text around them, for a person who looks for a change.

A change that may be said to be in several places (one of three line feeds) is shown as all of them together.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    # Characters: where it starts and ends before, where it starts and ends after.
    Region = tuple[int, int, int, int]

MOST = 50  # changes that are located
AROUND = 48  # characters shown on each side
LONGEST, HALF = 800, 400  # characters of a snippet, and what is kept of each end of a longer one
_LINES, _LETTERS = 1_000_000, 40_000  # how many pairs are compared before a stretch counts as one change
_SLIDE = 4096


def located(before: str, after: str) -> list[dict[str, object]]:
    """Return the first changes, in order: `input_byte_range`, `output_byte_range`, and `before` and `after` around."""
    found: list[dict[str, object]] = []
    old, new = _Offsets(before), _Offsets(after)
    for start, end, new_start, new_end in _widened(before, after):
        if len(found) == MOST:
            break
        found.append(
            {
                "input_byte_range": [old.byte(start), old.byte(end)],
                "output_byte_range": [new.byte(new_start), new.byte(new_end)],
                "before": _snippet(before, start, end),
                "after": _snippet(after, new_start, new_end),
            }
        )
    return found


class _Offsets:
    """Turns offsets in characters, which only grow, into offsets in bytes."""

    __slots__ = ("_bytes", "_characters", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._characters = self._bytes = 0

    def byte(self, character: int) -> int:
        self._bytes += len(self._text[self._characters : character].encode())
        self._characters = character
        return self._bytes


def _snippet(text: str, start: int, end: int) -> str:
    shown = text[max(0, start - AROUND) : end + AROUND]
    if len(shown) <= LONGEST:
        return shown
    left_out = len(shown) - 2 * HALF
    return f"{shown[:HALF]}\n[... {left_out} chars omitted from debug snippet ...]\n{shown[-HALF:]}"


def _widened(before: str, after: str) -> Iterator[Region]:
    """Yield the changes, each widened to every place where it may be said to be, short of its neighbours."""
    regions = list(_regions(before, after))
    floor = 0
    for place, (start, end, new_start, new_end) in enumerate(regions):
        ceiling = regions[place + 1][0] if place + 1 < len(regions) else len(before)
        left = right = 0
        if start == end or new_start == new_end:
            text, first, last = (before, start, end) if new_start == new_end else (after, new_start, new_end)
            room = min(_SLIDE, start - floor)
            while left < room and text[first - left - 1] == text[last - left - 1]:
                left += 1
            room = min(_SLIDE, ceiling - end)
            while right < room and text[last + right] == text[first + right]:
                right += 1
        floor = end + right
        yield start - left, floor, new_start - left, new_end + right


def _regions(before: str, after: str) -> Iterator[Region]:
    """Yield what differs: by lines first, then by characters where a pair of stretches is short."""
    head = _shared(before, after)
    tail = _shared(before[head:][::-1], after[head:][::-1])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    at, new_at = head, head
    for old_part, new_part, is_same in _by_lines(old, new):
        if not is_same:
            for start, end, new_start, new_end in _by_letters(old_part, new_part):
                yield at + start, at + end, new_at + new_start, new_at + new_end
        at += len(old_part)
        new_at += len(new_part)


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts have in common at the front: halving, so that the work is C's."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _by_lines(old: str, new: str) -> Iterator[tuple[str, str, bool]]:
    """Yield both texts in stretches of whole lines that are the same or not."""
    lines, new_lines = old.splitlines(keepends=True), new.splitlines(keepends=True)
    if len(lines) == len(new_lines):
        yield from _line_by_line(lines, new_lines)
        return
    if len(lines) * len(new_lines) > _LINES or not lines or not new_lines:
        yield old, new, False
        return
    from difflib import SequenceMatcher

    for kind, start, end, new_start, new_end in SequenceMatcher(None, lines, new_lines, autojunk=False).get_opcodes():
        pair = lines[start:end], new_lines[new_start:new_end]
        if kind == "replace" and len(pair[0]) == len(pair[1]):
            yield from _line_by_line(*pair)
        else:
            yield "".join(pair[0]), "".join(pair[1]), kind == "equal"


def _line_by_line(lines: list[str], new_lines: list[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield as many lines as there are others, each with its own."""
    for line, new_line in zip(lines, new_lines, strict=True):
        yield line, new_line, line == new_line


def _by_letters(old: str, new: str) -> Iterator[Region]:
    if not old or not new or len(old) * len(new) > _LETTERS:
        yield 0, len(old), 0, len(new)
        return
    from difflib import SequenceMatcher

    for kind, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield start, end, new_start, new_end
