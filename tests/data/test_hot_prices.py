"""The shipped prices as renders read them: what compiling the shipped list gives, so that a first render has prices."""

from __future__ import annotations

from pathlib import Path

import tallystick
from tallystick.accounting.hotrows import hot_rows
from tallystick.accounting.pricebook import PriceBook
from tallystick.host.prices import compile_prices
from tallystick.kernel.hotprices import write

HOT = Path(tallystick.__file__).parent / "data" / "prices" / "hot"


def test_the_compiled_prices_are_those_of_the_list(*, update: bool) -> None:
    """Whoever changes a price compiles the list again: `pytest tests/data/test_hot_prices.py --update`."""
    book = PriceBook.from_compiled(compile_prices(None))
    expected = write(hot_rows(book.rows, {}), "shipped")
    if update:
        HOT.write_text(expected, encoding="utf-8")

    assert expected == HOT.read_text(encoding="utf-8")
