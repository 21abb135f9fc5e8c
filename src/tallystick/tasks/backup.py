"""Makes a copy of the index now."""

from __future__ import annotations

import time

from tallystick.errors import NotFound
from tallystick.store import backups
from tallystick.store.index import open_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings


def back_up(place: Surroundings) -> tuple[str, int]:
    """Copy the index and return the copy's path and how many copies there are now."""
    index = open_index(place.root)
    if index is None:
        raise NotFound(f"there is no index under {place.root} to copy: run tally sync first")
    with index:
        path = backups.copy(index, time.strftime("%Y-%m-%d", time.gmtime(place.now_ms // 1000)), place.now_ms)
        return path, len(backups.kept(index))
