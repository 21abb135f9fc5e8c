"""Sets two arms of an experiment side by side."""

from __future__ import annotations

from random import Random

from tallystick.accounting import pairing
from tallystick.tasks.transforms_summary import summarise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.comparison import Comparison

_SEED = 0  # two people who compare the same ledgers read the same interval


def compare(a: str, b: str) -> Comparison:
    """Return what the ledgers at two paths changed, and how much the tasks that both have differ."""
    return pairing.compare(summarise([a]), summarise([b]), (a, b), lambda: Random(_SEED).random)  # noqa: S311 - no secret
