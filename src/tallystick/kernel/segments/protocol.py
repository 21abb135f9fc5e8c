"""What a segment must have. For type checkers only; nothing imports this at run time."""

from __future__ import annotations

from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.snapshot import Snapshot


class Segment(Protocol):
    """A module of this folder."""

    NEEDS: tuple[str, ...]
    """What must be looked up for it, beyond what the client's object says: the door looks up nothing else."""

    def render(self, snapshot: Snapshot, /) -> str:
        """Return the text, "" where there is nothing to show. Beside it a segment may have `narrow(snapshot, columns)`,
        a short form for lines that are longer than so many columns.
        """
