"""Detectors, one a file, in the order in which a redundant result is booked."""

from __future__ import annotations

from tallystick.accounting import findings
from tallystick.detectors import (
    abandoned_work,
    cache_rebuild,
    cold_start,
    duplicate_inspection,
    duplicate_subagent_work,
    edit_oscillation,
    exact_reread,
    heavy_payload,
    invocation_mistake,
    no_state_retry,
    rehydration,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.detectors.protocol import Detector
    from tallystick.model.finding import Finding
    from tallystick.model.history import History

DETECTORS: tuple[Detector, ...] = (
    exact_reread,
    duplicate_inspection,
    no_state_retry,
    rehydration,
    duplicate_subagent_work,
    invocation_mistake,
    edit_oscillation,
    abandoned_work,
    cold_start,
    cache_rebuild,
    heavy_payload,
)


def detect(history: History) -> list[Finding]:
    """Return what all detectors found in a session, each redundant result booked once."""
    return findings.book([found for detector in DETECTORS for found in detector.detect(history)])
