"""The settings in force: config.toml, or what the index kept of it while it has not changed."""

from __future__ import annotations

import marshal

from tallystick import __version__
from tallystick.host import settings as host
from tallystick.model.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.store.index import Index


def load(root: str, index: Index | None) -> Settings:
    """Return the settings of a root folder; UsageError where config.toml cannot be used."""
    stamp = host.stamp(root)
    if stamp is None:
        return Settings()
    stamp = f"{__version__}:{len(Settings.FIELDS)}:{stamp}"
    kept = index.cache("settings", stamp) if index else None
    settings = Settings()
    if kept is not None:
        for name, value in zip(Settings.FIELDS, marshal.loads(kept), strict=True):  # noqa: S302 - from our own index
            setattr(settings, name, value)
        return settings
    settings = host.read(root)
    if index:
        index.keep("settings", stamp, marshal.dumps(tuple(getattr(settings, name) for name in Settings.FIELDS)))
    return settings
