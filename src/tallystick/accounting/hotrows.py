"""The price list as the status line takes it: every row with its discount, in numbers."""

from __future__ import annotations

from tallystick.accounting.pricerows import ALWAYS, OPEN, compile_rows
from tallystick.kernel.hotprices import HotRow
from tallystick.kernel.money import MILLION, scale
from tallystick.kernel.pricing import Rates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tallystick.accounting.pricerows import Row


def hot_rows(rows: Sequence[Row], discounts: Mapping[str, int]) -> Iterator[HotRow]:
    """Yield the rows of a list; `discounts` are factors in millionths by provider."""
    numbers: tuple[tuple[int | None, ...], ...] = compile_rows(tuple(rows))[7]  # type: ignore[assignment]
    for row, (since, until, *rates) in zip(rows, numbers, strict=True):
        factor = discounts.get(row.provider, MILLION)
        yield HotRow(
            row.model,
            row.tier,
            since=None if since == ALWAYS else since,
            until=None if until == OPEN else until,
            threshold=row.context_threshold,
            rates=Rates(*(rate if rate is None else scale(rate, factor) for rate in rates[:6])),
            factors=tuple(rates[6:]),
        )
