"""The five-hour windows in force: official ones from what the status line noted, the grid of the settings elsewhere."""

from __future__ import annotations

import marshal

from tallystick.accounting.limits import Limits, take
from tallystick.accounting.periods import WINDOWS
from tallystick.accounting.windows import Windows
from tallystick.host import limits as host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.settings import Settings
    from tallystick.store.index import Index

_KEY, _FORM = "limits", "1"


def load(root: str, index: Index | None, settings: Settings, by: str = WINDOWS) -> Windows:
    """Return the windows; what is asked by something else than windows needs none but the grid."""
    resets = read_limits(root, index).resets if by == WINDOWS else ()
    return Windows(resets, settings.window_offset)


def read_limits(root: str, index: Index | None) -> Limits:
    """Return what the status line noted; the index keeps what was read before, so that only new lines are read."""
    kept = index.cache(_KEY, _FORM) if index else None
    place, limits = host.Place(), Limits()
    if kept is not None:
        packed_place, packed = marshal.loads(kept)  # noqa: S302 - from our own index
        place, limits = host.Place(*packed_place), Limits(*packed)
    found = host.read(root, place)
    if found is None:
        return Limits()
    after, data = found
    if not host.is_continued(place, after, data):
        limits = Limits()
    if not data and limits.lines:
        return limits
    take(limits, data.decode("utf-8", "replace"))
    if index:
        index.keep(_KEY, _FORM, marshal.dumps((after.pack(), limits.pack())))
    return limits
