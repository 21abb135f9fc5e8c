"""What is left of a saving: less what the session read again of the text that was kept, less what a helper cost.

Both are in tokens of the session's fresh input. What cannot be known is None, which is not nothing.
"""

from __future__ import annotations

from tallystick.accounting.saving import attodollars
from tallystick.accounting.shown import INLINE, PREVIEW
from tallystick.errors import PriceError
from tallystick.kernel.money import per_token
from tallystick.kernel.savingsrow import BYTES_A_TOKEN, COMPRESS, DIVERT
from tallystick.kernel.times import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tallystick.kernel.savings import Saving

_INLINE, _PREVIEW = INLINE // BYTES_A_TOKEN, PREVIEW // BYTES_A_TOKEN  # tokens
_RATE, _UNIT, _HELPER = "input $", "/Mtok", "less worker $"


class Again:
    """A result that brought a kept output, or a part of it, back into the session: when (ms), and its tokens."""

    __slots__ = ("output", "t", "tokens")

    def __init__(self, output: str, t: int, tokens: int) -> None:
        self.output = output
        self.t = t
        self.tokens = tokens


def nets(rows: Sequence[Saving], again: Mapping[str, Iterable[Again] | None]) -> list[int | None]:
    """Return what is left of each row, by what each session (its id) read again; None of one that nobody knows."""
    taken = _by_row(rows, again)
    return [
        _net(row, taken.get(place, 0) if again.get(row.session) is not None else None) for place, row in enumerate(rows)
    ]


def _by_row(rows: Sequence[Saving], again: Mapping[str, Iterable[Again] | None]) -> dict[int, int]:
    """Return the tokens that came back for each row: those of the last one of its session that kept that output before.

    What was read before a session had any such row is no answer to it.
    """
    kept: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for place, row in enumerate(rows):
        if row.output:
            kept.setdefault((row.session, row.output), []).append((parse(row.ts), place))
    found: dict[int, int] = {}
    for session, reads in again.items():
        for one in reads or ():
            earlier = [place for ms, place in kept.get((session, one.output), ()) if ms <= one.t or one.t < 0]
            if earlier:
                found[earlier[-1]] = found.get(earlier[-1], 0) + one.tokens
    return found


def _net(row: Saving, taken: int | None) -> int | None:
    helper = _helper(row)
    if helper is None or (row.output and taken is None):
        return None
    saved = row.saved
    if row.technique == COMPRESS and not row.output:  # of another tool, which may not know what the client cuts itself
        saved = _shown(row.before) - _shown(row.before - row.saved) if row.before > _INLINE else saved
    return saved - (taken or 0 if row.output else 0) - helper


def _shown(tokens: int) -> int:
    """Return how much of an output the client shows: the start of one that it keeps in a file."""
    return tokens if tokens <= _INLINE else _PREVIEW


def _helper(row: Saving) -> int | None:
    """Return what a helper cost, in tokens that the same money buys, rounded up; None where the row does not say."""
    if row.technique != DIVERT:
        return 0
    rate = _amount(row.basis, _RATE, _UNIT)
    spent = attodollars(row.worker_usd) if row.worker_usd is not None else _amount(row.basis, _HELPER, "", times=10**6)
    return None if not rate or spent is None else -(-spent // rate)


def _amount(text: str, before: str, behind: str, *, times: int = 1) -> int | None:
    """Return the dollars between two texts, as attodollars of a millionth of them, so many times; None of none."""
    _, found, rest = text.partition(before)
    words = rest.split()
    if not found or not words or not words[0].rstrip(",").endswith(behind):
        return None
    try:
        return per_token(words[0].rstrip(",").removesuffix(behind)) * times
    except PriceError:
        return None
