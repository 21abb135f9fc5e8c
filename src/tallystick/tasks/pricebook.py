"""The price list in force: the chosen file or the shipped ones, compiled once and kept in the index."""

from __future__ import annotations

import marshal

from tallystick import __version__
from tallystick.accounting.pricebook import PriceBook
from tallystick.host import prices as host
from tallystick.kernel.money import MILLION
from tallystick.kernel.places import expand
from tallystick.model.spending import BookUsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.model.settings import Settings
    from tallystick.store.index import Index

_OFF = ("", "0", "false", "no")


def load(
    index: Index | None,
    settings: Settings,
    environ: Mapping[str, str],
    *,
    root: str | None = None,
    price_file: str | None = None,
    prices: str | None = None,
) -> PriceBook:
    """Return the price list that the options, the environment and the settings choose, in this order.

    What `tally prices refresh` left under `root` stands over the shipped prices.
    """
    file = host.chosen_file(price_file, environ) or settings.price_file
    if file:
        file = expand(file, environ)
    return PriceBook.from_compiled(
        _compiled(index, file, host.cache_file(root, environ) if root else None),
        prices=prices or settings.prices,
        use_bedrock=environ.get("CLAUDE_CODE_USE_BEDROCK", "").lower() not in _OFF,
        bedrock_tier=settings.bedrock_tier,
        models=settings.models,
    )


def _compiled(index: Index | None, file: str | None, cache: str | None) -> object:
    stamp = f"{__version__}:{host.stamp(file, cache)}"
    kept = index.cache("prices", stamp) if index else None
    if kept is not None:
        return marshal.loads(kept)  # noqa: S302 - from our own index
    compiled = host.compile_prices(file, cache)
    if index:
        index.keep("prices", stamp, marshal.dumps(compiled))
    return compiled


def describe(book: PriceBook, settings: Settings) -> BookUsed:
    """Return what a report says of the price list it used."""
    discounts = {provider: _text(factor) for provider, factor in settings.discounts.items() if factor != MILLION}
    return BookUsed(version=book.version, sha256=book.sha256, as_of=book.as_of, origin=book.origin, discounts=discounts)


def _text(factor: int) -> str:
    return f"{factor // MILLION}.{factor % MILLION:06}".rstrip("0").rstrip(".")
