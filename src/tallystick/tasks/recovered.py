"""Asks the index what sessions read again of outputs that were kept for them."""

from __future__ import annotations

import os

from tallystick.errors import TallyError
from tallystick.host.outputs import FOLDER
from tallystick.store import recoveries
from tallystick.store.index import open_index
from tallystick.tasks.refresh import refresh

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tallystick.accounting.netting import Again
    from tallystick.host.environment import Surroundings


def find(
    place: Surroundings, kept: Mapping[str, Iterable[str]], progress: Callable[[int, int], None] | None = None
) -> dict[str, list[Again] | None]:
    """Return, after a sync, what each session read again; nothing where the index cannot be used.

    That is no failure here: what was saved stands in the ledger, and only what is left of it is not known then.
    """
    folders = {os.path.join(root, FOLDER) for root in (place.root, os.path.realpath(place.root))}
    try:
        refresh(place, progress)
        index = open_index(place.root)
        if index is None:
            return {}
        with index:
            return {session: recoveries.find(index, session, outputs, folders) for session, outputs in kept.items()}
    except TallyError:
        return {}
