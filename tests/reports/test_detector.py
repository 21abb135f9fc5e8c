"""A detector's page on a terminal."""

from __future__ import annotations

import pytest

from tallystick.detectors import DETECTORS
from tallystick.detectors.protocol import Detector
from tallystick.kernel.display import width as columns_of
from tallystick.reports.detector import page

TEXT = """One sentence about `it`.

**Claims.** That it is so,
as far as that goes.
"""


def test_page() -> None:
    """Paragraphs are joined and broken again; marks are taken off, and stand out in colour."""
    assert page("it", 3, TEXT, width=24) == [
        "it (detector version 3)",
        "",
        "One sentence about it.",
        "",
        "Claims. That it is so,",
        "as far as that goes.",
    ]
    assert page("it", 3, TEXT, width=24, colour=True)[4] == "\x1b[1mClaims.\x1b[0m That it is so,"


@pytest.mark.parametrize("detector", DETECTORS, ids=lambda detector: detector.SIGNATURE)
def test_every_page_fits(detector: Detector) -> None:
    """At 80 columns, and never wider than 100."""
    for columns in (80, 200):
        found = page(detector.SIGNATURE, detector.VERSION, str(detector.__doc__), width=columns)
        assert max(map(columns_of, found)) <= min(columns, 100)
        assert not any(mark in line for line in found for mark in ("**", "`"))
