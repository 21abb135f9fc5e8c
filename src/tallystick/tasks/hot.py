"""Keeps what renders of the status line read: settings and prices as plain lines, compiled anew where they changed."""

from __future__ import annotations

import os
import sys

from tallystick import __version__
from tallystick.errors import TallyError
from tallystick.host import prices, stub
from tallystick.host import settings as host
from tallystick.kernel.places import expand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tallystick.model.settings import Settings

CONFIG = os.path.join("statusline", "config")
PRICES = os.path.join("prices", "hot")
_HEAD = 4096


def follow(root: str, environ: Mapping[str, str]) -> None:
    """Bring both files up to date, if there is a root folder; no command fails for the status line."""
    if not os.path.isdir(root):
        return
    try:
        settings = host.stamp(root)
        stamp = f"{__version__} {settings} {sys.executable}"
        if not _says(os.path.join(root, CONFIG), stamp):
            _write_config(root, stamp)
        stamp = f"{__version__} {settings} {prices.stamp(None, prices.cache_file(root, environ))}"
        if not _says(os.path.join(root, PRICES), stamp):
            _write_prices(root, environ, stamp)
    except (OSError, TallyError):
        return


def repair(root: str) -> None:
    """Write the program anew that a client runs for its status line; the line is drawn also where that fails."""
    try:
        stub.write(root)
    except OSError:
        return


def _says(path: str, stamp: str) -> bool:
    """Say whether a file's first line ends with a stamp."""
    try:
        with open(path, "rb") as file:
            return file.read(_HEAD).partition(b"\n")[0].endswith(b" " + os.fsencode(stamp))
    except OSError:
        return False


def _settings(root: str) -> Settings:
    from tallystick.tasks import settings

    return settings.load(root, None)


def _write_config(root: str, stamp: str) -> None:
    from tallystick.kernel.hotconfig import HotConfig

    settings = _settings(root)
    config = HotConfig(
        layout=settings.statusline_layout,
        segments=settings.statusline_segments,
        prices=settings.statusline_prices,
        models=settings.models,
        python=sys.executable or "",
        transforms=settings.transforms_mode,
        diverts=settings.divert_enabled,
        divert_lines=settings.divert_lines,
    )
    _write(os.path.join(root, CONFIG), config.text(stamp))


def _write_prices(root: str, environ: Mapping[str, str], stamp: str) -> None:
    from tallystick.accounting.hotrows import hot_rows
    from tallystick.accounting.pricebook import PriceBook
    from tallystick.kernel.hotprices import write

    settings = _settings(root)
    file = expand(settings.price_file, environ) if settings.price_file else None
    book = PriceBook.from_compiled(prices.compile_prices(file, prices.cache_file(root, environ)))
    _write(os.path.join(root, PRICES), write(hot_rows(book.rows, settings.discounts), stamp))


def _write(path: str, text: str) -> None:
    from tallystick.host.whole_files import make_folder, replace

    make_folder(os.path.dirname(path))
    replace(path, os.fsencode(text))
