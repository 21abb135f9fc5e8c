"""Evidence: the names of events, as short as they are unique in one index."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SHORTEST = 8  # characters of a transcript's id


def name(prefix: str, line: int, part: int) -> str:
    """Return the evidence of an event: the start of its transcript's id, its line and, beyond the first, its part."""
    return f"{prefix}:e{line}.{part}" if part > 1 else f"{prefix}:e{line}"


def prefixes(ids: Iterable[str]) -> dict[str, str]:
    """Return, for each transcript id, its shortest start of at least 8 characters that no other id shares."""
    ordered = sorted(set(ids))
    found = {}
    for place, one in enumerate(ordered):
        length = _SHORTEST
        for other in ordered[max(0, place - 1) : place + 2]:
            if other != one:
                length = max(length, _shared(one, other) + 1)
        found[one] = one[:length]
    return found


def _shared(one: str, other: str) -> int:
    """Return how many characters two ids start with alike."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
