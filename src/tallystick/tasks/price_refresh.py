"""Fetches Bedrock's prices of one region, reads them and keeps them under the root folder.

On any failure nothing that is kept changes. The lock file's time says when the last refresh began, also a failed one.
"""

from __future__ import annotations

import os

from tallystick.accounting import pricehistory
from tallystick.accounting.pricebook import PriceBook
from tallystick.accounting.pricelist import OFFER, read_listing
from tallystick.errors import DownloadError, IndexBusy, PriceError, UsageError
from tallystick.host import pricecache, pricelist, prices
from tallystick.host.locks import Lock
from tallystick.host.pricecache import Kept
from tallystick.host.whole_files import make_folder
from tallystick.kernel.places import aws_region
from tallystick.model.refreshing import Refreshed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.pricelist import Listing
    from tallystick.accounting.pricerows import Row
    from tallystick.host.environment import Surroundings

LOCK = "refresh.lock"


def refresh(place: Surroundings) -> Refreshed:
    """Bring the kept prices of the region up to date; DownloadError where they stay as they are."""
    region, path = aws_region(place.environ), prices.cache_file(place.root, place.environ)
    if region is None or path is None:
        raise UsageError("AWS_REGION or AWS_DEFAULT_REGION is no name of a region; write it like us-east-1")
    url = pricelist.address(OFFER, region, place.environ)
    make_folder(os.path.dirname(path))
    lock = os.path.join(os.path.dirname(path), LOCK)
    try:
        with Lock(lock, wait=0):
            os.utime(lock)
            return _refresh(place, region, url, path)
    except IndexBusy:
        raise DownloadError(f"{lock}: another refresh is running; wait for it to finish") from None
    except DownloadError as error:
        raise DownloadError(f"{error}; the prices in use stay as they are") from None


def _refresh(place: Surroundings, region: str, url: str, path: str) -> Refreshed:
    before = _kept(path)
    prices_before = _rows_in_force(path)
    today = _date(place.now_ms)
    found = pricelist.download(url, before.tag if before and before.url == url else "")
    if found is None and before is not None:
        return _confirm(before, path, today)
    assert found is not None  # the server can only say "the same" to a tag, and a tag comes from `before`
    listing = _read(pricelist.parse(found, url), url, region, today)
    if before is not None and listing.published < before.published:
        raise DownloadError(f"{url}: is of {listing.published}, older than what is kept ({before.published})")
    kept = Kept(
        region=region,
        published=listing.published,
        fetched=today,
        url=url,
        tag=found.tag,
        rows=pricehistory.extend(before.rows if before else (), listing.rows),
        everywhere=listing.everywhere,
    )
    pricecache.write(path, kept)
    return _describe(kept, listing, path, before, prices_before, place.now_ms)


def _read(parsed: object, url: str, region: str, today: str) -> Listing:
    try:
        listing = read_listing(parsed, region, today)
    except DownloadError as error:
        raise DownloadError(f"{url}: {error}") from None
    if not listing.rows:
        reasons = (*listing.left_out, *listing.unknown)
        raise DownloadError(f"{url}: no price of the list can be used: {reasons[0][:200]}")
    return listing


def _kept(path: str) -> Kept | None:
    try:
        return pricecache.read(path)
    except PriceError:
        return None  # what cannot be read is fetched again


def _confirm(before: Kept, path: str, today: str) -> Refreshed:
    """Note that the list has not changed since: what was read from it then has been checked today."""
    rows = pricehistory.checked_again(before.rows, before.fetched, today)
    again = {name: getattr(before, name) for name in ("region", "published", "url", "tag", "everywhere")}
    pricecache.write(path, Kept(**again, fetched=today, rows=rows))
    return _count(before.region, before.published, path, rows, known=True)


def _count(region: str, published: str, path: str, rows: tuple[Row, ...], *, known: bool) -> Refreshed:
    models = len({row.model for row in rows})
    return Refreshed(region=region, published=published, path=path, prices=len(rows), models=models, known=known)


def _describe(
    kept: Kept, listing: Listing, path: str, before: Kept | None, rows_before: tuple[Row, ...], now_ms: int
) -> Refreshed:
    known = before is not None and before.published == listing.published
    done = _count(kept.region, kept.published, path, listing.rows, known=known)
    done.changes = pricehistory.changes(rows_before, _rows_in_force(path), now_ms)
    done.unknown, done.left_out, done.other_ways = listing.unknown, listing.left_out, listing.other_ways
    refused = [pricehistory.supersede(before.rows, listing.rows)[1]] if before else []
    refused.append(pricehistory.supersede(PriceBook.from_compiled(prices.compile_prices(None)).rows, kept.rows)[1])
    done.not_taken = tuple(sorted({one for found in refused for one in found}))
    return done


def _rows_in_force(path: str) -> tuple[Row, ...]:
    """Return the rows that reports use: the shipped ones with what is kept at `path` over them."""
    return PriceBook.from_compiled(prices.compile_prices(None, path)).rows


def _date(epoch_ms: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(epoch_ms // 1000, UTC).date().isoformat()
