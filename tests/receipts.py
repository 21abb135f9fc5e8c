"""Receipts and findings made by hand, for tests of what is made of them."""

from __future__ import annotations

from typing import Any

from tallystick.model.finding import Finding
from tallystick.model.receipt import Exhaustion, Receipt, Share, Statement

NINE = 1_772_442_000  # 2026-03-02T09:00Z
PARTITION = ("max_20x", "opus", "high", "2026-03")


def finding(signature: str, tokens: int, **fields: Any) -> Finding:
    """A finding of so many payload tokens that ten turns carried in its window."""
    given: dict[str, Any] = {
        "signature": signature,
        "label": "PROVEN_DUPLICATE",
        "version": 1,
        "session": "5e550000-0001",
        "project": "/srv/kiln",
        "transcript": "5e550000-0001",
        "evidence": ("5e550000:e3", "5e550000:e5"),
        "place": (1, 5, 1, 0),
        "hash": "0123",
        "payload_tokens": tokens,
        "exposures": ((NINE * 1000, 10 * tokens),),
        "window": NINE * 1000,
        "t": NINE * 1000 + 5,
        "path": "/srv/kiln/kiln.py",
        "subject": "/srv/kiln/kiln.py",
    }
    return Finding(**given | fields)


def share(number: int, turns: int, rung: int = 0) -> Share:
    """The share of a transcript, by the evidence of lines 2 to 9; a rung is proven by line 8."""
    found = Share(f"5e55000{number}-0001", "5e550000-0001")
    found.turns = turns
    found.first, found.last = (f"5e55000{number}:e2", f"5e55000{number}:e9") if turns else (None, None)
    if rung:
        found.rung, found.rung_evidence = rung, f"5e55000{number}:e8"
    return found


def receipt(*findings: Finding, **fields: Any) -> Receipt:
    """The receipt of the window 09:00 to 14:00 with these findings."""
    found = Receipt(NINE, NINE + 18_000, is_official=False)
    found.findings = list(findings)
    found.carried = [(amount, one) for one in found.direct for _, amount in one.exposures]
    found.exposure = sum(amount for amount, _ in found.carried)
    for name, value in fields.items():
        setattr(found, name, value)
    return found


def statement(*receipts: Receipt, **fields: Any) -> Statement:
    """A statement of these receipts; several are a list."""
    given: dict[str, Any] = {
        "is_whole": len(receipts) > 1,
        "exhaustions": [],
        "frontiers": [],
        "timezone": "UTC",
        "files": 1,
        "searched": [],
    }
    return Statement(list(receipts), **given | fields)


def exhaustion(t: int = NINE * 1000, *, is_weekly: bool = False, **fields: Any) -> Exhaustion:
    """An exhaustion in the usual partition."""
    found = Exhaustion(t, f"5e550000:e{t % 1000}", is_weekly=is_weekly, partition=fields.pop("partition", PARTITION))
    for name, value in fields.items():
        setattr(found, name, value)
    return found
