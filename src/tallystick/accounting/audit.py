"""Why a session's cost by our count and by its client's differ: model by model, in words that can be checked."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.model.spending import Figures

_CLASSES = ("input", "written", "write_1h", "read", "output")
USD = 10**18


class Stated:
    """What a client states of one model: tokens by class as Figures, and its cost in attodollars or None."""

    __slots__ = ("cost", "figures")

    def __init__(self, figures: Figures, cost: int | None) -> None:
        self.figures = figures
        self.cost = cost


def to_atto(dollars: float | None) -> int | None:
    """Return a client's float of dollars in attodollars; a picodollar is finer than any of its prices."""
    return None if dollars is None else round(dollars * 10**12) * 10**6


def explain(ours: Mapping[str, Figures], stated: Mapping[str, Stated]) -> list[str]:
    """Return why two costs of a session differ: unpriced, broken off, not listed, restarted, another price."""
    reasons = []
    for model in sorted(ours.keys() | stated.keys()):
        mine, theirs = ours.get(model), stated.get(model)
        if mine is None:
            reasons.append(f"{model} is only in the client's totals")
        elif theirs is None:
            reasons.append(f"{model} is not listed in the client's totals")
        else:
            reasons += _explain_model(model, mine, theirs)
    return reasons


def _explain_model(model: str, mine: Figures, theirs: Stated) -> list[str]:
    if mine.unpriced:
        return [f"{model} has no price in our list"]
    if theirs.cost is None or abs(theirs.cost - mine.cost) <= 10**9:
        return []
    more = [name for name in _CLASSES if getattr(mine, name) < getattr(theirs.figures, name)]
    less = [name for name in _CLASSES if getattr(mine, name) > getattr(theirs.figures, name)]
    if less:
        return [f"{model}: the client's totals hold less than the transcript (killed, or several processes)"]
    if more:
        if not mine.lower:
            return [f"{model}: the client counts more"]
        broken = "a response broke off and the client counts its end"
        many = f"{mine.lower} responses broke off and the client counts their end"
        return [f"{model}: {many if mine.lower > 1 else broken}"]
    return [f"{model}: the same tokens at another price"]
