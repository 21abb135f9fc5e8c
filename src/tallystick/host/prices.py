"""Reads price files: the shipped ones, or the one file that stands for all of them.

It refuses what is not JSON, is larger than 16 MiB or says a key twice; it never opens a socket.
"""

from __future__ import annotations

import os

from tallystick.errors import PriceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from tallystick.accounting.pricerows import Row

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "prices")
_LARGEST = 16 * 1024 * 1024


def chosen_file(option: str | None, environ: Mapping[str, str]) -> str | None:
    """Return the file that replaces the shipped prices: --price-file, else TALLY_PRICE_FILE, else None."""
    return option or environ.get("TALLY_PRICE_FILE") or None


def shipped_files() -> list[str]:
    """Return the price files of the package, in order of their names."""
    return [os.path.join(_FOLDER, name) for name in sorted(os.listdir(_FOLDER)) if name.endswith(".json")]


def stamp(price_file: str | None) -> str:
    """Return what changes whenever the prices may have: names, sizes and times of the files; PriceError if one is gone.

    A caller keeps it beside the compiled list and reads the files again only when it differs.
    """
    parts = []
    for path in _files(price_file):
        try:
            found = os.stat(path)
        except OSError as error:
            raise _unreadable(path, error) from None
        parts.append(f"{path}:{found.st_size}:{found.st_mtime_ns}")
    return "|".join(parts)


def compile_prices(price_file: str | None) -> tuple[Any, ...]:
    """Read the chosen prices into the form that PriceBook.from_compiled takes and `marshal` can keep.

    PriceError, one line with file and place, for whatever cannot be used.
    """
    from hashlib import sha256

    from tallystick.accounting.pricefile import read_rows
    from tallystick.accounting.pricerows import compile_rows

    digest = sha256()
    rows: list[Row] = []
    versions: set[str] = set()
    for path in _files(price_file):
        data = _read(path)
        digest.update(data)
        new, version = read_rows(_parse(data, path), path if price_file else os.path.basename(path))
        rows.extend(new)
        versions.add(version)
    origin = price_file or "shipped"
    try:
        return compile_rows(tuple(rows), version=max(versions), sha256=digest.hexdigest(), origin=origin)
    except PriceError as error:
        raise PriceError(f"{origin}: {error}") from None


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
