"""Findings: exposure is the sum over windows."""

from __future__ import annotations

from tallystick.model.finding import APART, COUNTED, DIRECT, PROVEN, SIGNATURES, Finding


def test_exposure_is_the_sum_over_windows() -> None:
    """Two windows."""
    found = Finding(
        signature="exact_reread",
        label=PROVEN,
        version=1,
        session="s",
        project=None,
        transcript="t",
        evidence=("t:e3", "t:e5"),
        place=(1, 5, 1, 0),
        hash="ab",
        payload_tokens=100,
        exposures=((0, 300), (18_000_000, 50)),
        window=0,
        t=5,
        path="/srv/kiln/kiln.py",
        subject="/srv/kiln/kiln.py",
    )

    assert found.exposure == 350
    assert (found.hash, found.note) == ("ab", "")


def test_every_signature_is_counted_in_one_way() -> None:
    """Directly, by number, or apart."""
    assert (*DIRECT, *COUNTED, *APART) == SIGNATURES
