"""Checks transformation ledgers against the texts beside them and against themselves."""

from __future__ import annotations

from tallystick.accounting.verifying import LedgerCheck
from tallystick.host import ledgers
from tallystick.host.evidence import beside, texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.transformation import Verdict


def verify(paths: list[str]) -> list[Verdict]:
    """Return the verdict on each ledger at these paths, in their order; NotFound where a path has none."""
    return [_verify(found.path) for found in ledgers.find(paths)]


def _verify(path: str) -> Verdict:
    check = LedgerCheck(path, beside(path))
    ledgers.read(path, check)
    odd = check.odd_chains()
    if odd.is_needed:
        ledgers.read(path, odd)
    return check.finish(odd, texts(path))
