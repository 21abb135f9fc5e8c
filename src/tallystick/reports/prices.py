"""The pages of `tally prices`: the price list with dates and sources, and what one model gets and why."""

from __future__ import annotations

from tallystick.accounting.pricerows import SHIPPED, is_published
from tallystick.reports import figures as show
from tallystick.reports.prose import item, wrap
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.accounting.pricebook import Explanation, PriceBook
    from tallystick.accounting.pricerows import Row

_COLUMNS = (
    Column("model", shortest=16),
    Column("tier", keep=7),
    Column("from", keep=6),
    Column("until", keep=2),
    Column(("prompt over", "over"), keep=8, right=True),
    Column("input", right=True),
    Column(("cache write 5m", "write 5m"), keep=5, right=True),
    Column(("cache write 1h", "write 1h"), keep=4, right=True),
    Column(("cache read", "read"), keep=10, right=True),
    Column("output", right=True),
    Column("source", keep=1, right=True),
)
_RATES = (
    ("input", "input"),
    ("cache write 5m", "cache_write_5m"),
    ("cache write 1h", "cache_write_1h"),
    ("cache read", "cache_read"),
    ("output", "output"),
)
_FACTORS = (("fast mode", "fast"), ("US-only inference", "us_geo"), ("batch", "batch"))


def list_lines(book: PriceBook, rows: Sequence[Row], *, width: int, colour: bool = False) -> list[str]:
    """Return the list: USD per million tokens, with the dates between which a price holds, and sources below."""
    sources: dict[tuple[str, str], int] = {}
    cells = []
    for row in rows:
        number = sources.setdefault((row.as_of or "", row.source), len(sources) + 1)
        prices = [_price(getattr(row, field)) for _, field in _RATES]
        over = show.tokens(row.context_threshold) if row.context_threshold else ""
        dates = (row.effective_from or "", row.effective_until or "")
        cells.append((row.model, row.tier, *dates, over, *prices, f"[{number}]"))
    head = f"{show.plural(len(rows), 'price')} in USD per million tokens. {_origin(book)}"
    lines = [*wrap(head, width), "", *render(_COLUMNS, cells, width=width, colour=colour), "", "sources:"]
    for (as_of, source), number in sources.items():
        lines += item(f"[{number}]", source + (f" (checked {as_of})" if as_of else ""), width, room=5)
    return lines


def explain_lines(model: str, found: list[tuple[int, Explanation]], book: PriceBook, *, width: int) -> list[str]:
    """Return what a model gets: why, at which rates, from when until when, and where the price was read."""
    lines: list[str] = []
    for threshold, explanation in found:
        if threshold:
            lines += ["", f"for prompts over {show.count(threshold)} tokens"]
        lines += item("why", explanation.reason, width, room=8)
        if explanation.quote is not None:
            lines += _row_lines(explanation.quote.row, width)
    return [*wrap(model, width), *lines, "", *wrap(_origin(book), width)]


def _row_lines(row: Row, width: int) -> list[str]:
    rates = [f"{name} {_price(getattr(row, field))}" for name, field in _RATES if getattr(row, field) is not None]
    unsold = [name for name, field in _RATES if getattr(row, field) is None]
    lines = item("rates", ", ".join(rates) + " (USD per million tokens)", width, room=8)
    if unsold:
        lines += item("unsold", f"{', '.join(unsold)}: tokens of these have no price", width, room=8)
    also = [f"{name} x{getattr(row, field)}" for name, field in _FACTORS if getattr(row, field) is not None]
    if row.web_search is not None:
        also.append(f"web search {_price(row.web_search)} USD per thousand")
    if also:
        lines += item("also", ", ".join(also), width, room=8)
    source = row.source + (f" (checked {row.as_of})" if row.as_of else "")
    return lines + item("source", source, width, room=8)


def _origin(book: PriceBook) -> str:
    if not is_published(book.origin):
        return f"Prices of {book.origin}, sha256 {book.sha256[:12]}."
    refreshed = book.origin.removeprefix(SHIPPED)
    return f"Shipped price list {book.version}, checked {book.as_of}{refreshed}, sha256 {book.sha256[:12]}."


def _price(text: str | None) -> str:
    """Return a rate with at least two decimals, so that points stand under each other; a dash where it is not sold."""
    if text is None:
        return show.UNKNOWN
    whole, _, decimals = text.partition(".")
    return f"{whole}.{decimals.rstrip('0').ljust(2, '0')}"
