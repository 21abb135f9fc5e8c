"""The table of detectors holds what the protocol asks for, in the order in which results are booked."""

from __future__ import annotations

from tallystick.detectors import DETECTORS
from tallystick.model.finding import LABELS, SIGNATURES


def test_table_is_in_the_order_of_booking() -> None:
    """The order of the signatures, and no label that nobody knows."""
    found = [detector.SIGNATURE for detector in DETECTORS]

    assert found == [signature for signature in SIGNATURES if signature in found]
    assert {label for detector in DETECTORS for label in detector.LABELS} <= set(LABELS)
