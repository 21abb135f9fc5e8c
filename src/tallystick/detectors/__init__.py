"""Detectors, one a file, in the order in which a redundant result is booked."""

from __future__ import annotations

from tallystick.accounting import findings
from tallystick.detectors import exact_reread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.detectors.protocol import Detector
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

DETECTORS: tuple[Detector, ...] = (exact_reread,)


def detect(history: History) -> list[Finding]:
    """Return what all detectors found in a session, each redundant result booked once."""
    return findings.book([found for detector in DETECTORS for found in detector.detect(history)])
