"""The refreshed prices under the root folder: prices/bedrock-<region>.json, one region of the AWS Price List a file.

Rows that a later list no longer has stay, with the dates for which they held. What cannot be read is no cache.
"""

from __future__ import annotations

import os

from tallystick.accounting.pricefile import read_rows
from tallystick.accounting.pricerows import FIELDS
from tallystick.errors import PriceError
from tallystick.host.whole_files import make_folder, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.accounting.pricerows import Row

FORMAT = 1
FOLDER = "prices"
_LARGEST = 16 * 1024 * 1024
_TEXTS = ("region", "published", "fetched", "url", "tag")


class Kept:
    """What a refresh left: rows, models of one price `everywhere`, their origin, and the date they were `fetched`."""

    __slots__ = ("everywhere", "fetched", "published", "region", "rows", "tag", "url")

    def __init__(
        self,
        *,
        region: str,
        published: str,
        fetched: str,
        url: str = "",
        tag: str = "",
        rows: tuple[Row, ...] = (),
        everywhere: tuple[str, ...] = (),
    ) -> None:
        self.region = region
        self.published = published
        self.fetched = fetched
        self.url = url
        self.tag = tag
        self.rows = rows
        self.everywhere = everywhere


def read(path: str) -> Kept | None:
    """Return what is kept at a path, None where nothing is; PriceError where that cannot be read."""
    import json

    try:
        with open(path, "rb") as file:
            parsed = json.loads(file.read(_LARGEST))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise _unusable(path, str(error)) from None
    if not isinstance(parsed, dict) or parsed.get("format") != FORMAT:
        raise _unusable(path, "another format")
    texts = {name: parsed.get(name) for name in _TEXTS}
    everywhere = parsed.get("everywhere")
    if not (
        all(isinstance(text, str) for text in texts.values())
        and isinstance(everywhere, list)
        and all(isinstance(model, str) for model in everywhere)
    ):
        raise _unusable(path, "a field is missing")
    rows, _ = read_rows({"rows": parsed.get("rows")}, path)
    return Kept(**{name: str(text) for name, text in texts.items()}, rows=rows, everywhere=tuple(everywhere))


def write(path: str, kept: Kept) -> None:
    """Put a refresh in the place of the one before, whole or not at all."""
    import json

    content = {
        "format": FORMAT,
        **{name: getattr(kept, name) for name in _TEXTS},
        "everywhere": kept.everywhere,
        "rows": [
            {name: value for name, value in zip(FIELDS, row.astuple(), strict=True) if value is not None}
            for row in kept.rows
        ],
    }
    make_folder(os.path.dirname(path))
    replace(path, json.dumps(content, indent=0).encode())


def _unusable(path: str, reason: str) -> PriceError:
    return PriceError(f"{path}: cannot be used ({reason}); tally prices refresh writes it again")
