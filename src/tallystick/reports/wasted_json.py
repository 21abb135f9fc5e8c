"""Findings as JSON, schema version 1: every figure exact, both sides' evidence beside it."""

from __future__ import annotations

from tallystick.accounting.exposure import NO_WINDOW
from tallystick.accounting.periods import iso
from tallystick.model.finding import DERIVED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.finding import Finding
    from tallystick.model.wasted import Wasted, WastedRow, WastedSum

    Fields = dict[str, object]


def render(wasted: Wasted, *, with_rows: bool = False) -> str:
    """Return the findings as JSON; `with_rows` adds the rows of what was asked for."""
    import json

    return json.dumps(document(wasted, with_rows=with_rows), indent=1) + "\n"


def document(wasted: Wasted, *, with_rows: bool = False) -> Fields:
    """Return the findings as the object that is written."""
    found: Fields = {
        "schema_version": 1,
        # Payload is characters / 4; exposure is arithmetic on it and on responses, which were reported.
        "basis": {
            "payload_tokens": "estimated",
            **{f"payload_tokens of {name}": "derived" for name in DERIVED},
            "exposure_token_turns": "derived",
        },
        "findings": [finding(one) for one in wasted.findings],
        "totals": {
            "direct_tokens": wasted.direct.tokens,
            "exposure_token_turns": wasted.direct.exposure,
            "acquired_tokens": wasted.acquired,
            "by_signature": {signature: _sum(one) for signature, one in wasted.by_signature.items()},
        },
    }
    if with_rows:
        found["by"] = wasted.by
        found["rows"] = [_row(row) for row in wasted.rows]
    return found


def finding(found: Finding) -> Fields:
    """Return one finding as the object that is written."""
    fields: Fields = {
        "signature": found.signature,
        "label": found.label,
        "session": found.session,
        "transcript": found.transcript,
        "evidence": list(found.evidence),
        "hash": found.hash,
        "payload_tokens": found.payload_tokens,
        "exposure_token_turns": found.exposure,
        "window": None if found.window == NO_WINDOW else iso(found.window),
        "detector_version": found.version,
        "path": found.path,
    }
    return fields | ({"note": found.note} if found.note else {})


def _sum(found: WastedSum) -> Fields:
    return {
        "findings": found.findings,
        "payload_tokens": found.tokens,
        "exposure_token_turns": found.exposure,
    }


def _row(row: WastedRow) -> Fields:
    return {"key": row.label, "direct": _sum(row.direct), "other_findings": row.others.findings}
