"""Reads price files: the shipped ones with what a refresh brought, or the one file that stands for all of them.

It refuses what is not JSON, is larger than 16 MiB or says a key twice; it never opens a socket.
"""

from __future__ import annotations

import os

from tallystick.errors import PriceError
from tallystick.kernel.places import prices_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tallystick.accounting.pricerows import Row

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "prices")
_LARGEST = 16 * 1024 * 1024


def cache_file(root: str, environ: Mapping[str, str]) -> str | None:
    """Return where a refresh keeps the prices of the region; None where the region has no name to keep them under."""
    name = prices_name(environ)
    return os.path.join(root, name) if name else None


def chosen_file(option: str | None, environ: Mapping[str, str]) -> str | None:
    """Return the file that replaces the shipped prices: --price-file, else TALLY_PRICE_FILE, else None."""
    return option or environ.get("TALLY_PRICE_FILE") or None


def shipped_files() -> list[str]:
    """Return the price files of the package, in order of their names."""
    return [os.path.join(_FOLDER, name) for name in sorted(os.listdir(_FOLDER)) if name.endswith(".json")]


def stamp(price_file: str | None, cache: str | None = None) -> str:
    """Return what changes whenever the prices may have: names, sizes and times of the files; PriceError if one is gone.

    A caller keeps it beside the compiled list and reads the files again only when it differs.
    """
    parts = []
    for path in _files(price_file):
        try:
            parts.append(_stamp(path))
        except OSError as error:
            raise _unreadable(path, error) from None
    if cache and not price_file:
        try:
            parts.append(_stamp(cache))
        except OSError:
            parts.append("")  # never refreshed, or not ours to read: the shipped prices stand alone
    return "|".join(parts)


def _stamp(path: str) -> str:
    found = os.stat(path)
    return f"{path}:{found.st_size}:{found.st_mtime_ns}"


def compile_prices(price_file: str | None, cache: str | None = None) -> tuple[Any, ...]:
    """Read the chosen prices into the form that PriceBook.from_compiled takes and `marshal` can keep.

    What a refresh left at `cache` stands over the shipped prices, and is passed over where it cannot be used.
    PriceError, one line with file and place, for whatever cannot be used.
    """
    from hashlib import sha256

    from tallystick.accounting.pricefile import read_rows
    from tallystick.accounting.pricerows import SHIPPED, compile_rows

    digest = sha256()
    rows: list[Row] = []
    versions: set[str] = set()
    for path in _files(price_file):
        data = _read(path)
        digest.update(data)
        new, version = read_rows(_parse(data, path), path if price_file else os.path.basename(path))
        rows.extend(new)
        versions.add(version)
    origin = price_file or SHIPPED
    version, shipped_digest = max(versions), digest.hexdigest()
    if cache and not price_file:
        refreshed = _compile_refreshed(rows, version, shipped_digest, cache)
        if refreshed is not None:
            return refreshed
    try:
        return compile_rows(tuple(rows), version=version, sha256=shipped_digest, origin=origin)
    except PriceError as error:
        raise PriceError(f"{origin}: {error}") from None


def _compile_refreshed(rows: list[Row], version: str, digest: str, cache: str) -> tuple[Any, ...] | None:
    """Return the shipped rows with the refreshed ones over them, compiled; None where nothing usable is kept."""
    from hashlib import sha256

    from tallystick.accounting.pricehistory import fill_global, supersede
    from tallystick.accounting.pricerows import REFRESHED, compile_rows
    from tallystick.host import pricecache

    try:
        kept = pricecache.read(cache)
        if kept is None:
            return None
        merged, _ = supersede(rows, kept.rows)
        both = sha256(f"{digest}{[row.astuple() for row in kept.rows]}".encode()).hexdigest()
        origin = f"{REFRESHED}{kept.region}, published {kept.published[:10]}"
        compiled = compile_rows(fill_global(merged, kept.everywhere), version=version, sha256=both, origin=origin)
        # The list as a whole was checked when the shipped one was; the refreshed rows say for themselves.
        as_of = max((row.as_of for row in rows if row.as_of), default=None)
        return (*compiled[:4], as_of, *compiled[5:])
    except PriceError:
        return None


def _files(price_file: str | None) -> list[str]:
    return [price_file] if price_file else shipped_files()


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        raise _unreadable(path, error) from None
    if len(data) > _LARGEST:
        raise PriceError(f"{path}: larger than 16 MiB; that is no price file")
    return data


def _unreadable(path: str, error: OSError) -> PriceError:
    return PriceError(f"{path}: cannot be read ({error.strerror}); give a readable JSON file of prices")


def _parse(data: bytes, path: str) -> object:
    import json

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise PriceError(f"{path}: {twice[:40]!r} stands twice in one object")
        return found

    try:
        return json.loads(data, parse_float=str, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise PriceError(f"{path}: is not JSON: {error}") from None
