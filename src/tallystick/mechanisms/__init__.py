"""Mechanisms, one a file, in the order in which their sums are shown."""

from __future__ import annotations

from tallystick.mechanisms import amnesia, bash, lazy, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.mechanisms.protocol import Mechanism

MECHANISMS: tuple[Mechanism, ...] = (bash, amnesia, write, lazy)
