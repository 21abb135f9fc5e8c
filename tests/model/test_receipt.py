"""What a receipt adds up of its findings and shares."""

from __future__ import annotations

from tallystick.model.receipt import Receipt, Share
from tests.receipts import finding


def share(turns: int, rung: int) -> Share:
    """A transcript's share."""
    found = Share("t", "s")
    found.turns, found.rung = turns, rung
    return found


def test_direct_and_counted() -> None:
    """The five summed signatures, the largest first; mistakes are counted; a cold start is neither."""
    receipt = Receipt(0, 18_000, is_official=False)
    receipt.findings = [
        finding("exact_reread", 5),
        finding("rehydration", 7),
        finding("invocation_mistake", 9),
        finding("cold_start", 11),
    ]

    assert [one.payload_tokens for one in receipt.direct] == [7, 5]
    assert [one.payload_tokens for one in receipt.counted] == [9]
    assert receipt.direct_tokens == 12


def test_shares() -> None:
    """A transcript that only proved something in the window is no session of it; the highest rung is the window's."""
    receipt = Receipt(0, 18_000, is_official=False)
    assert (receipt.sessions, receipt.turns, receipt.best, receipt.reached(3)) == (0, 0, None, 0)
    receipt.shares = [share(2, 0), share(3, 4), share(0, 5), share(1, 4)]

    assert (receipt.sessions, receipt.turns, receipt.reached(3), receipt.reached(5)) == (3, 6, 3, 1)
    assert receipt.best is receipt.shares[2]
    receipt.shares.pop(2)
    assert receipt.best is receipt.shares[1]
