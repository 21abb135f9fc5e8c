"""The page of `tally show`: what an evidence points at, where it is, and whether it still stands there."""

from __future__ import annotations

from tallystick.kernel.display import clean
from tallystick.reports.paint import bold, warn
from tallystick.reports.prose import item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.exhibit import Exhibit

_ROOM = 12


def lines(exhibit: Exhibit, *, width: int, colour: bool = False) -> list[str]:
    """Return the page; texts follow the facts, line by line as they stand in the transcript, cleaned."""
    found = [bold(exhibit.evidence, colour)]
    for name, text in exhibit.facts:
        found += item(name, text, width, room=_ROOM)
    state = item("state", exhibit.state, width, room=_ROOM)
    found += state if exhibit.is_intact else [warn(line, colour) for line in state]
    for what, text in exhibit.texts:
        found += ["", bold(f"--- {clean(what)} ---", colour)]
        found += [clean(line) for line in text.split("\n")]
    return found
