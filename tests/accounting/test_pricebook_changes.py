"""When prices change: what a report must not add up across."""

from __future__ import annotations

from tallystick.accounting.pricebook import PriceBook
from tests.accounting.pricelist import OCT_7, bedrock, row

DAY_MS = 86_400_000


def test_changes() -> None:
    """Every start and end of any row counts once; the first moment does not, the last does."""
    book = PriceBook(
        [
            row(model="a", effective_until="2026-10-07"),
            row(model="a", effective_from="2026-10-07"),
            bedrock("a", "global", "2", effective_from="2026-10-07"),
            row(model="b", effective_until="2026-10-09"),
            row(model="c"),
        ]
    )

    assert book.changes(0, 2 * OCT_7) == [OCT_7, OCT_7 + 2 * DAY_MS]
    assert book.changes(OCT_7, OCT_7 + 2 * DAY_MS) == [OCT_7 + 2 * DAY_MS]
    assert book.changes(OCT_7 - 1, OCT_7) == [OCT_7]
    assert book.changes(OCT_7, OCT_7 + DAY_MS) == []
