"""The price list as a page wants it, and what it makes of one model; nothing is synced, no index is needed."""

from __future__ import annotations

from tallystick.tasks import pricebook, settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.pricebook import Explanation, PriceBook
    from tallystick.host.environment import Surroundings


def open_book(place: Surroundings, *, prices: str | None = None, price_file: str | None = None) -> PriceBook:
    """Return the price list that the options, the environment and config.toml choose."""
    found = settings.load(place.root, None)
    return pricebook.load(None, found, place.environ, root=place.root, prices=prices, price_file=price_file)


def explain(book: PriceBook, model: str, at_ms: int) -> list[tuple[int, Explanation]]:
    """Return what a model costs at a moment, for the smallest prompt (0) and for those over each threshold."""
    found: list[tuple[int, Explanation]] = []
    for threshold in (-1, *sorted(book.thresholds)):
        explanation = book.explain(model, at_ms, 0, threshold + 1)
        if not found or _row(explanation) != _row(found[-1][1]):
            found.append((max(threshold, 0), explanation))
    return found


def _row(explanation: Explanation) -> object:
    return explanation.quote and explanation.quote.row.astuple()
