"""CSV: one line a row, numbers bare, no totals; a text that a spreadsheet would run as a formula is defused."""

from __future__ import annotations

from tallystick.kernel.display import clean
from tallystick.kernel.money import exact
from tallystick.model.spending import TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.spending import Spending, SpentRow

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_HEADER = (
    "key",
    *(name for name, _ in TOKENS),
    "responses",
    "lower_bound_responses",
    "cost_usd",
    "cost_is_lower_bound",
    "unpriced_responses",
    "unpriced_tokens",
    "models",
)


def render(spending: Spending) -> str:
    """Return the rows as CSV; an unknown cost is empty."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((spending.by, *_HEADER[1:]))
    for row in spending.rows:
        writer.writerow(_row(row))
    return out.getvalue()


def _row(row: SpentRow) -> tuple[object, ...]:
    figures = row.all
    cost = figures.known_cost
    return (
        guard(row.key),
        *(getattr(figures, field) for _, field in TOKENS),
        figures.responses,
        figures.lower,
        "" if cost is None else exact(cost),
        "true" if figures.is_lower_bound else "false",
        sum(responses for responses, _ in figures.unpriced.values()),
        figures.unpriced_tokens,
        guard(" ".join(sorted(figures.models))),
    )


def guard(text: str) -> str:
    """Return a text cleaned of what would act on a terminal, with an apostrophe before what would start a formula."""
    shown = clean(text)
    return "'" + shown if text.startswith(_FORMULA) or shown.startswith(_FORMULA) else shown
