"""Adds usage up: rows of counts into rows of a report, main and child transcripts apart, each priced on the way."""

from __future__ import annotations

from tallystick.model.spending import UNKNOWN, Figures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tallystick.model.usage import UsageRow

    Priced = tuple[UsageRow, int | None]
    Key = int | str


class Pair:
    """The figures of one group: of main transcripts, of child transcripts, and their sum."""

    __slots__ = ("main", "subagents")

    def __init__(self) -> None:
        self.main = Figures()
        self.subagents = Figures()

    def all(self) -> Figures:
        """Return the sum of both."""
        return total((self.main, self.subagents))


def group(priced: Iterable[Priced], key_of: Callable[[UsageRow], Key], names: Mapping[int, str]) -> dict[Key, Pair]:
    """Add up priced rows by a key; a row without a price counts with its tokens and no cost."""
    groups: dict[Key, Pair] = {}
    for row, price in priced:
        key = key_of(row)
        pair = groups.get(key)
        if pair is None:
            pair = groups[key] = Pair()
        add(pair.subagents if row.subagent else pair.main, row, price, names.get(row.model) or UNKNOWN)
    return groups


def add_all(priced: Iterable[Priced], names: Mapping[int, str]) -> Figures:
    """Return the sum of priced rows."""
    figures = Figures()
    for row, price in priced:
        add(figures, row, price, names.get(row.model) or UNKNOWN)
    return figures


def add(figures: Figures, row: UsageRow, price: int | None, model: str) -> None:
    """Add one row of a model, priced in attodollars or unpriced (None)."""
    figures.responses += row.responses
    figures.lower += row.lower
    figures.input += row.input
    figures.write_5m += row.write_5m
    figures.write_1h += row.write_1h
    figures.write_unknown += row.write_unknown
    figures.read += row.read
    figures.output += row.output
    figures.searches += row.searches
    figures.models[model] = figures.models.get(model, 0) + row.responses
    if price is None:
        tokens = row.input + row.write_5m + row.write_1h + row.write_unknown + row.read + row.output
        before = figures.unpriced.get(model, (0, 0))
        figures.unpriced[model] = (before[0] + row.responses, before[1] + tokens)
    else:
        figures.priced += 1
        figures.cost += price


def total(parts: Iterable[Figures]) -> Figures:
    """Return the sum of figures."""
    whole = Figures()
    for part in parts:
        whole.responses += part.responses
        whole.lower += part.lower
        whole.priced += part.priced
        whole.input += part.input
        whole.write_5m += part.write_5m
        whole.write_1h += part.write_1h
        whole.write_unknown += part.write_unknown
        whole.read += part.read
        whole.output += part.output
        whole.searches += part.searches
        whole.cost += part.cost
        for model, responses in part.models.items():
            whole.models[model] = whole.models.get(model, 0) + responses
        for model, (responses, tokens) in part.unpriced.items():
            before = whole.unpriced.get(model, (0, 0))
            whole.unpriced[model] = (before[0] + responses, before[1] + tokens)
    return whole
