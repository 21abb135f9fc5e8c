"""Counts what the index holds."""

from __future__ import annotations

from tallystick.store import health, queries
from tallystick.store.index import open_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.host.environment import Surroundings


class Held:
    """Responses and rejections in the index."""

    __slots__ = ("rejections", "responses")

    def __init__(self, responses: int, rejections: int) -> None:
        self.responses = responses
        self.rejections = rejections


def count(place: Surroundings) -> Held:
    """Count; nothing where there is no index."""
    index = open_index(place.root)
    if index is None:
        return Held(0, 0)
    with index:
        return Held(health.responses(index), queries.rejection_count(index))
