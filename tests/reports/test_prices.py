"""The pages of `tally prices`."""

from __future__ import annotations

from tallystick.accounting.pricebook import PriceBook
from tallystick.accounting.pricerows import compile_rows
from tallystick.reports.prices import explain_lines, list_lines
from tallystick.tasks.prices import explain
from tests.accounting.pricelist import OCT_7, row

FULL = {
    "cache_write_5m": "1.25",
    "cache_write_1h": "2",
    "cache_read": "0.125",
    "output": "5",
    "web_search": "10",
    "fast": "2",
    "source": "a page",
    "as_of": "2026-11-30",
}
SHIPPED = PriceBook.from_compiled(
    compile_rows(
        (
            row(effective_until="2026-10-07", source="an older page", as_of="2026-10-01"),
            row(effective_from="2026-10-07", **FULL),
            row(effective_from="2026-10-07", context_threshold=200_000, **FULL | {"output": "7.5"}),
        ),
        version="2026-11-30",
        sha256="0123456789abcdef",
        origin="shipped",
    )
)
OWN = PriceBook.from_compiled(compile_rows((row(),), sha256="0123456789abcdef", origin="mine.json"))


def test_list() -> None:
    """Prices with the dates between which they hold; a dash where a class is not sold; each source once, below."""
    assert list_lines(SHIPPED, SHIPPED.rows, width=200) == [
        "3 prices in USD per million tokens. Shipped price list 2026-11-30, checked 2026-11-30, sha256 0123456789ab.",
        "",
        "model  tier  from        until       prompt over  input  cache write 5m  cache write 1h  cache read  output  source",
        "m      api               2026-10-07                1.00               —               —           —    1.00     [1]",
        "m      api   2026-10-07                            1.00            1.25            2.00       0.125    5.00     [2]",
        "m      api   2026-10-07                  200,000   1.00            1.25            2.00       0.125    7.50     [2]",
        "",
        "sources:",
        "[1]  an older page (checked 2026-10-01)",
        "[2]  a page (checked 2026-11-30)",
    ]


def test_explain() -> None:
    """What a model gets and why, again for prompts over a threshold; the reason is the price list's own sentence."""
    page = explain_lines("m", explain(SHIPPED, "m", OCT_7), SHIPPED, width=200)

    why = "m at the api rate because nothing says that it ran on Bedrock, by the row in force from 2026-10-07"
    also = ["also    fast mode x2, web search 10.00 USD per thousand", "source  a page (checked 2026-11-30)"]
    rates = "rates   input 1.00, cache write 5m 1.25, cache write 1h 2.00, cache read 0.125, output {} (USD per million tokens)"
    assert page == [
        "m",
        f"why     {why}.",
        rates.format("5.00"),
        *also,
        "",
        "for prompts over 200,000 tokens",
        f"why     {why}, for a prompt over 200000 tokens.",
        rates.format("7.50"),
        *also,
        "",
        "Shipped price list 2026-11-30, checked 2026-11-30, sha256 0123456789ab.",
    ]


def test_explain_what_is_not_sold() -> None:
    """A class without a price is named, and so is a model."""
    page = explain_lines("m", explain(OWN, "m", OCT_7), OWN, width=200)
    unknown = explain_lines("n\x1b[0m", explain(OWN, "n", OCT_7), OWN, width=200)

    assert page[3] == "unsold  cache write 5m, cache write 1h, cache read: tokens of these have no price"
    assert page[-1] == "Prices of mine.json, sha256 0123456789ab."
    assert unknown[:2] == ["n[0m", 'why     unpriced: the price list has no model "n".']
