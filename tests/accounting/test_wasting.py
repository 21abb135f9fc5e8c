"""Sums of findings: unlike kinds apart, rows in their order, windows and labels too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting import wasting
from tallystick.accounting.wasting import BY_LABEL, BY_PROJECT, BY_SESSION, BY_SIGNATURE, BY_WINDOW
from tests.pasts import past
from tests.receipts import NINE, finding

LATER = (NINE + 18_000) * 1000
FOUND = [
    finding("exact_reread", 100),
    finding("exact_reread", 40, label="PROBABLE_WASTE", session="b", project="/srv/other", window=LATER),
    finding("rehydration", 500, label="PROBABLE_WASTE", session="b", project="/srv/other"),
    finding("edit_oscillation", 9, label="PROBABLE_WASTE"),
    finding("cold_start", 2000, label="PROBABLE_WASTE", session="c", project=None),
]


def name(window: int) -> str:
    """A window's name."""
    return f"at {window // 1000 - NINE}"


def shown(by: str) -> list[tuple[object, ...]]:
    """Rows as a test wants to read them."""
    return [
        (row.label, row.about, row.direct.findings, row.direct.tokens, row.direct.exposure, row.others.findings)
        for row in wasting.rows(FOUND, by, name)
    ]


def test_direct_sum_holds_its_five_signatures_alone() -> None:
    """100 + 40 + 500 tokens, ten turns each."""
    found = wasting.direct(FOUND)

    assert (found.findings, found.tokens, found.exposure) == (3, 640, 6400)
    assert found.by_label == {"PROVEN_DUPLICATE": 1, "PROBABLE_WASTE": 2}
    assert found.top is FOUND[2]


def test_every_signature_has_its_sum() -> None:
    """Those that found nothing too."""
    sums = wasting.by_signature(FOUND)

    assert (sums["exact_reread"].tokens, sums["cold_start"].tokens) == (140, 2000)
    assert (sums["no_state_retry"].findings, sums["no_state_retry"].top) == (0, None)
    assert len(sums) == 11


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        (
            BY_SIGNATURE,
            [
                ("exact_reread", "", 2, 140, 1400, 0),
                ("rehydration", "", 1, 500, 5000, 0),
                ("edit_oscillation", "", 0, 0, 0, 1),
                ("cold_start", "", 0, 0, 0, 1),
            ],
        ),
        (
            BY_SESSION,
            [
                ("b", "/srv/other", 2, 540, 5400, 0),
                ("5e550000-0001", "/srv/kiln", 1, 100, 1000, 1),
                ("c", "", 0, 0, 0, 1),
            ],
        ),
        (BY_PROJECT, [("/srv/other", "", 2, 540, 5400, 0), ("/srv/kiln", "", 1, 100, 1000, 1), ("", "", 0, 0, 0, 1)]),
        (BY_WINDOW, [("at 0", "", 2, 600, 6000, 2), ("at 18000", "", 1, 40, 400, 0)]),
        (BY_LABEL, [("PROVEN_DUPLICATE", "", 1, 100, 1000, 0), ("PROBABLE_WASTE", "", 2, 540, 5400, 2)]),
    ],
)
def test_rows(by: str, expected: list[tuple[object, ...]]) -> None:
    """What findings are grouped by, with the direct sum of each group and the number of the others."""
    assert shown(by) == expected


@pytest.mark.parametrize(
    ("t", "since", "expected"), [(5, None, True), (5, 5, True), (4, 5, False), (-1, None, True), (-1, 0, False)]
)
def test_since(t: int, since: int | None, *, expected: bool) -> None:
    """An unknown time counts where everything does."""
    assert wasting.is_since(t, since) == expected


def test_acquired_is_the_payload_of_own_results_with_text(tmp_path: Path) -> None:
    """Two reads of 100 tokens; the image and the stub are none."""
    history = past(tmp_path, "session 1\nask\nread a.py\nread b.png image\nread a.py stub\nat 60\nread b.py\nsay")

    assert wasting.acquired(history) == 200
    assert wasting.acquired(history, NINE * 1000 + 60_000) == 100
    history.threads[0].acts[0].owned = False
    assert wasting.acquired(history) == 100
