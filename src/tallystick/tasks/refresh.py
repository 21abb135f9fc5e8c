"""What every report does first: settings, then a sync that follows them."""

from __future__ import annotations

from tallystick.host import settings as host
from tallystick.model.settings import Settings
from tallystick.store.index import open_index
from tallystick.tasks import settings
from tallystick.tasks.sync import sync

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tallystick.host.environment import Surroundings
    from tallystick.model.syncing import SyncReport


def refresh(place: Surroundings, progress: Callable[[int, int], None] | None = None) -> SyncReport:
    """Bring the index up to date, keeping command texts only where the settings say so."""
    texts = _settings(place.root).commands == "text"
    return sync(place.root, place.config_dirs, place.environ, progress, command_texts=texts)


def _settings(root: str) -> Settings:
    if host.stamp(root) is None:
        return Settings()
    index = open_index(root)
    if index is None:
        return settings.load(root, None)
    with index:
        return settings.load(root, index)
