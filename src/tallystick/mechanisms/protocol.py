"""What a mechanism must have. For type checkers and tests only; nothing imports this at run time.

Its functions differ, since the moments differ at which it acts: `begin` and `finish` around a question about a tool's
result, `prune` or `strip` on the messages of a request, `find` and `avoided` on what could be offered. Each takes
messages and answers with records, opens nothing and changes nothing that it is given. A mechanism's docstring is its
section of the page: what it counts, its rule, its caveats.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Mechanism(Protocol):
        """A module of this folder."""

        NAME: str
        """What it is called in counters, in the log and in the ledger."""

        EVENTS: dict[str, tuple[str, ...]]
        """The events that it may report, each with its fields in order, behind `ts` and `kind`."""

        CHANGES: dict[str, str]
        """The transformations that it makes, each with the surface that they are recorded on."""

        BUCKETS: dict[str, str]
        """The same, each with the ledger's group of mechanisms that it belongs to."""
