"""Receipts as JSON, schema version 1: every figure exact, and beside it the evidence that it rests on."""

from __future__ import annotations

from tallystick.accounting.frontier import NEEDED
from tallystick.accounting.periods import iso
from tallystick.accounting.rungs import NAMES, VERIFIED
from tallystick.model.finding import COUNTED, DIRECT
from tallystick.reports.wasted_json import finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.receipt import Exhaustion, Frontier, Receipt, Share, Statement

    Fields = dict[str, object]


def render(statement: Statement) -> str:
    """Return the receipts as JSON."""
    import json

    return json.dumps(document(statement), indent=1) + "\n"


def document(statement: Statement) -> Fields:
    """Return the receipts as the object that is written."""
    observed = statement.exhaustions
    return {
        "schema_version": 1,
        "timezone": statement.timezone,
        # Payload is characters / 4; exposure is arithmetic on it and on turns, which responses reported.
        "basis": {"payload_tokens": "estimated", "exposure_token_turns": "derived", "turns": "reported"},
        "windows": [_receipt(receipt) for receipt in statement.receipts],
        "frontier": {
            "limit_events": len(observed),
            "needed": NEEDED,
            "events": [_exhaustion(one) for one in observed],
            "partitions": [_frontier(one) for one in statement.frontiers],
        },
    }


def _receipt(receipt: Receipt) -> Fields:
    best = receipt.best
    return {
        "start": None if receipt.start is None else iso(receipt.start * 1000),
        "end": None if receipt.end is None else iso(receipt.end * 1000),
        "official": receipt.is_official,
        "direct": {
            "tokens": receipt.direct_tokens,
            "by_signature": {signature: _sum(receipt, signature) for signature in DIRECT},
        },
        "counted": {signature: _sum(receipt, signature)["findings"] for signature in COUNTED},
        "acquired_tokens": receipt.acquired,
        "exposure_token_turns": receipt.exposure,
        "exposure": [
            {"signature": found.signature, "evidence": list(found.evidence), "token_turns": amount}
            for amount, found in receipt.carried
        ],
        "rung": {
            "reached": best.rung if best else 0,
            "name": NAMES[best.rung if best else 0],
            "evidence": best.rung_evidence if best else None,
        },
        "sessions": receipt.sessions,
        "turns": receipt.turns,
        "reached_rung_3": receipt.reached(VERIFIED),
        "transcripts": [_share(share) for share in receipt.shares],
        "findings": [finding(found) for found in receipt.findings],
    }


def _sum(receipt: Receipt, signature: str) -> dict[str, int]:
    found = [one for one in receipt.findings if one.signature == signature]
    return {"findings": len(found), "tokens": sum(one.payload_tokens for one in found)}


def _share(share: Share) -> Fields:
    return {
        "transcript": share.transcript,
        "session": share.session,
        "turns": share.turns,
        "first": share.first,
        "last": share.last,
        "rung": share.rung,
        "rung_evidence": share.rung_evidence,
    }


def _exhaustion(one: Exhaustion) -> Fields:
    tier, family, effort, month = one.partition
    return {
        "time": iso(one.t),
        "evidence": one.evidence,
        "allowance": "weekly" if one.is_weekly else "five_hour",
        "partition": {"tier": tier, "model_family": family, "effort": effort, "month": month},
        "output_tokens": one.output,
        "input_tokens": one.input,
        "cache_read_tokens": one.cached,
        "prompt_tokens": one.prompt,
    }


def _frontier(frontier: Frontier) -> Fields:
    tier, family, effort, month = frontier.partition
    return {
        "partition": {"tier": tier, "model_family": family, "effort": effort, "month": month},
        "limit_events": len(frontier.observed),
        "evidence": [one.evidence for one in frontier.observed],
        "output_tokens": list(frontier.output),
        "input_tokens": list(frontier.input),
        "cache_read_percent": list(frontier.cached),
        "exposure_token_turns": list(frontier.exposure),
    }
