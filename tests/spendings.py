"""Reports for tests of pages and formats: made of figures, no index behind them."""

from __future__ import annotations

from typing import Any

from tallystick.accounting.spending import total
from tallystick.model.answers import Coverage
from tallystick.model.spending import BookUsed, Figures, Spending, SpentRow

USD = 10**18
SHIPPED = BookUsed(version="2026-11-30", sha256="ab" * 32, as_of="2026-11-30", origin="shipped", discounts={})


def figures(
    cost: int | None = 0, *, responses: int = 1, lower: int = 0, model: str = "claude-opus-5-5", **counts: int
) -> Figures:
    """Figures of one model; a cost of None is no price."""
    found = Figures()
    found.responses, found.lower = responses, lower
    for name, count in counts.items():
        setattr(found, name, count)
    found.models = {model: responses}
    if cost is None:
        tokens = found.input + found.write_5m + found.write_1h + found.write_unknown + found.read + found.output
        found.unpriced = {model: (responses, tokens)}
    else:
        found.cost, found.priced = cost, 1
    return found


def row(key: str, main: Figures, subagents: Figures | None = None, *, label: str = "", about: str = "") -> SpentRow:
    """A row of main figures, and of children's."""
    child = subagents or Figures()
    return SpentRow(key, label or key, about, all=total((main, child)), main=main, subagents=child)


def spending(*rows: SpentRow, **fields: Any) -> Spending:
    """A report of these rows, their sum, and whatever else is given."""
    given = {
        "by": "day",
        "timezone": "Europe/Berlin",
        "unattributed": None,
        "coverage": Coverage(1_768_478_400_000, 1_768_564_800_000, 3, 0, 0),
        "rejections": 0,
        "book": SHIPPED,
        "searched": [],
        "notes": [],
    } | fields
    totals = row("total", total(one.main for one in rows), total(one.subagents for one in rows))
    return Spending(rows=list(rows), totals=totals, **given)
