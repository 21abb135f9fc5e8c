"""The page of `tally spent`: the table, what stands beside it, and what its figures do not say."""

from __future__ import annotations

from tallystick.accounting.pricerows import is_published
from tallystick.kernel.styled import name as name_of
from tallystick.reports import figures as show
from tallystick.reports.prose import wrap
from tallystick.reports.table import Column, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.spending import BookUsed, Figures, Spending
    from tallystick.reports.table import Cell

_TITLES = {"window": "five-hour window"}
# The less important a column, the sooner it gives way: the smaller its number.
_TOKENS = (
    Column("input", keep=6, right=True),
    Column(("cache write 5m", "write 5m"), keep=5, right=True),
    Column(("cache write 1h", "write 1h"), keep=4, right=True),
    Column(("cache read", "read"), keep=7, right=True),
    Column("output", keep=8, right=True),
    Column("responses", keep=2, right=True),
    Column("unpriced", keep=1, right=True),
)
PRICE = "list price"
ABOUT_WINDOWS = "window: five hours on a fixed grid, an approximation of the plan's own."
ABOUT_OFFICIAL = "window: the plan's own five hours, from the reset that the status line recorded."
_ABOUT_BOTH = (
    "window: official where the status line recorded the plan's reset; elsewhere five hours on a fixed grid, "
    "an approximation."
)


def lines(spending: Spending, *, width: int, colour: bool = False) -> list[str]:
    """Return the page, at most so many columns wide."""
    by = spending.by
    columns = (
        Column(_TITLES.get(by, by), shortest=24, front=by == "project"),
        Column("", keep=3, shortest=11, front=True),
        *_TOKENS,
        Column(price_title(spending.book), right=True),
    )
    rows = [(row.label, row.about, *cells(row.all)) for row in spending.rows]
    rows.append((spending.totals.label, "", *cells(spending.totals.all)))
    if has_unattributed(spending):
        assert spending.unattributed is not None
        rows.append(("unattributed", "", *cells(spending.unattributed, responses=False)))
    table = render(columns, rows, width=width, colour=colour, totals=len(rows) - len(spending.rows))
    return [*table, "", *notes(spending, width=width)]


def cells(figures: Figures, *, responses: bool = True) -> tuple[Cell, ...]:
    """Return the cells of one row, from input to price."""
    return (
        show.tokens(figures.input),
        show.tokens(figures.written),
        show.tokens(figures.write_1h),
        show.tokens(figures.read),
        show.tokens(figures.output, at_least=figures.lower > 0),
        show.count(figures.responses) if responses else show.UNKNOWN,
        show.tokens(figures.unpriced_tokens) if figures.unpriced else "",
        show.cost(figures.known_cost, at_least=figures.is_lower_bound),
    )


def token_columns() -> tuple[Column, ...]:
    """Return the columns of `cells` but the last, which is the price."""
    return _TOKENS


def price_title(book: BookUsed) -> str:
    """Return the title of the cost column: list price, or that a discount is taken off it."""
    return "discounted" if book.discounts else PRICE


def has_unattributed(spending: Spending) -> bool:
    """Say whether a client's own totals know of usage that no line shows."""
    figures = spending.unattributed
    return figures is not None and bool(figures.models)


def notes(spending: Spending, *, width: int) -> list[str]:
    """Return the footnotes: what the price is, lower bounds, unpriced models, the unattributed, rejections."""
    figures = spending.totals.all
    found = [about_price(spending.book)]
    if figures.lower:
        of_all = f"{show.count(figures.lower)} of {show.plural(figures.responses, 'response')}"
        found.append(f"{show.AT_LEAST} a lower bound: {of_all} were written down before they ended.")
    parts = [figures] if spending.unattributed is None else [figures, spending.unattributed]
    found += about_unpriced(parts)
    if figures.write_unknown:
        found.append(
            f"{show.count(figures.write_unknown)} tokens of cache writes have no stated lifetime: "
            "they count as 5-minute writes."
        )
    if has_unattributed(spending):
        found.append(
            "unattributed: known to the client's own totals and to no line of a transcript (compaction, for one). "
            "It is in no row and not in the total."
        )
    if spending.by == "window":
        found.append(_ABOUT_BOTH if any(row.about for row in spending.rows) else ABOUT_WINDOWS)
    if spending.rejections:
        found.append(
            f"{show.plural(spending.rejections, 'piece')} of input could not be read and "
            f"{'is' if spending.rejections == 1 else 'are'} not counted: tally doctor says where."
        )
    return [line for note in found for line in wrap(note, width, indent=2)]


def about_price(book: BookUsed) -> str:
    """Return the note on what the cost column is, and is not."""
    origin = "published prices" if is_published(book.origin) else f"prices of {book.origin}"
    as_of = f", checked {book.as_of}" if book.as_of else ""
    if book.discounts:
        factors = ", ".join(f"{provider} x{factor}" for provider, factor in book.discounts.items())
        origin = f"{origin}{as_of}, times the [discount] of config.toml ({factors})"
        return f"discounted: {origin}. A subscription is not billed this."
    return f"{PRICE}: {origin}{as_of}. A subscription is not billed this."


def about_unpriced(parts: list[Figures]) -> list[str]:
    """Return the note on models without a price in any of these, none where every one has a price."""
    found: dict[str, list[int]] = {}
    for part in parts:
        for model, (responses, tokens) in part.unpriced.items():
            sums = found.setdefault(model, [0, 0])
            sums[0] += responses
            sums[1] += tokens
    if not found:
        return []
    named = "; ".join(f"{name_of(model)} ({_parts(*sums)})" for model, sums in sorted(found.items()))
    return [f"unpriced, in no cost: {named}."]


def _parts(responses: int, tokens: int) -> str:
    return f"{show.plural(responses, 'response') + ', ' if responses else ''}{show.plural(tokens, 'token')}"


def nothing_found(searched: list[str]) -> list[str]:
    """Return what to say where there is no history at all: where it was looked for, and how to see the tool at work."""
    return [
        "No transcripts found. Looked in:",
        *(f"  {place}" for place in searched),
        "Try it on a sample: tally --demo",
    ]
