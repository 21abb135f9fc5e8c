"""JSON: one object, pretty enough to read; exact money as text, unknown as null, every character as ASCII."""

from __future__ import annotations

from tallystick.accounting.periods import iso
from tallystick.kernel.money import exact
from tallystick.model.spending import TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.spending import Figures, Spending, SpentRow

    Fields = dict[str, object]


def render(spending: Spending) -> str:
    """Return the report as JSON, schema version 1."""
    import json

    return json.dumps(document(spending), indent=1) + "\n"


def document(spending: Spending) -> Fields:
    """Return the report as the object that is written."""
    coverage = spending.coverage
    book = spending.book
    return {
        "schema_version": 1,
        "by": spending.by,
        "timezone": spending.timezone,
        # Token counts are what responses reported; money is derived from them and the price list.
        "basis": {"tokens": "reported", "cost_usd": "derived"},
        "rows": [{"key": row.key, **_row(row)} for row in spending.rows],
        "totals": _row(spending.totals),
        "unattributed": None if spending.unattributed is None else _figures(spending.unattributed),
        "rejections": spending.rejections,
        "coverage": {"first": iso(coverage.first_ms), "last": iso(coverage.last_ms), "files": coverage.files},
        "price_book": {"version": book.version, "sha256": book.sha256, "as_of": book.as_of, "origin": book.origin},
        "discounts": book.discounts,
    }


def _row(row: SpentRow) -> Fields:
    return {**_figures(row.all), "main": _figures(row.main), "subagents": _figures(row.subagents)}


def _figures(figures: Figures) -> Fields:
    cost = figures.known_cost
    return {
        **{name: getattr(figures, field) for name, field in TOKENS},
        "lower_bound_responses": figures.lower,
        "cost_is_lower_bound": figures.is_lower_bound,
        "responses": figures.responses,
        "cost_usd": None if cost is None else exact(cost),
        "unpriced": [
            {"model": model, "responses": responses, "tokens": tokens}
            for model, (responses, tokens) in sorted(figures.unpriced.items())
        ],
        "models": sorted(figures.models),
        # A part of the five-minute writes: no line says how long these live.
        "cache_write_unknown_tokens": figures.write_unknown,
        "web_search_requests": figures.searches,
    }
