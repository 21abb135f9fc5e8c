"""What only the client's running totals know: their maximum minus every line, a model and class at a time."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Counts = tuple[int, ...]

_NONE = (0,) * 7
_5M, _UNKNOWN = 1, 3


def maxima(rows: Iterable[tuple[int, ...]]) -> dict[int, Counts]:
    """Return the largest running total of each model: running totals only grow."""
    found: dict[int, Counts] = {}
    for model, *counts in rows:
        found[model] = tuple(map(max, found.get(model, _NONE), counts))
    return found


def lines_by_model(rows: Iterable[tuple[int, ...]]) -> dict[int, Counts]:
    """Sum lines by model, each response once: rows are (key, model, part, counts...); nested ones count only alone."""
    plain: dict[int, tuple[int, Counts]] = {}
    nested: dict[int, tuple[int, Counts]] = {}
    for key, model, part, *counts in rows:
        into = nested if part & 2 else plain
        into[key] = (model, tuple(map(max, into[key][1], counts)) if key in into else tuple(counts))
    found: dict[int, Counts] = {}
    for model, total in {**nested, **plain}.values():
        found[model] = tuple(map(int.__add__, found.get(model, _NONE), total))
    return found


def minus(stated: dict[int, Counts], known: dict[int, Counts]) -> dict[int, Counts]:
    """Subtract class by class, never below zero; models with nothing left are left out.

    Running totals file writes of unknown lifetime under 5 minutes or leave them unsplit: both are one class here.
    """
    left: dict[int, Counts] = {}
    for model, counts in stated.items():
        taken = list(known.get(model, _NONE))
        rest = list(counts)
        taken[_5M], taken[_UNKNOWN] = taken[_5M] + taken[_UNKNOWN], 0
        rest[_5M], rest[_UNKNOWN] = rest[_5M] + rest[_UNKNOWN], 0
        row = tuple(max(0, have - gone) for have, gone in zip(rest, taken, strict=True))
        if any(row):
            left[model] = row
    return left
