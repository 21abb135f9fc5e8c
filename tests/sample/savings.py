"""What the sample's sessions were spared: rows of the ledger of savings, as the compressing and diverting parts write
them; no output is kept with them.
"""

from __future__ import annotations

import json
from decimal import Decimal

from .marks import RATES

# Session, when, model, bytes of what would have been sent and of what was.
_SHORTENED = (
    ("37bb1746-1a5d-52e7-a1fa-4d9eafb962c0", "2026-11-26T09:12:31Z", "claude-opus-5-5", 18_400, 3_120),
    ("59856f14-436d-5916-9f98-64fe4a6f6797", "2026-11-26T14:05:42Z", "claude-sonnet-5-5", 9_204, 2_410),
    ("605e1647-70f8-5d5e-b46a-900d4219aeee", "2026-11-27T08:50:03Z", "claude-opus-5-5", 25_000, 6_001),
    ("875d05d0-546b-5e67-8ab6-90e84df63129", "2026-11-27T16:10:21Z", "claude-sonnet-5-5", 6_400, 1_290),
    ("6059549a-2f1e-58d3-99f9-ad243c5c6b95", "2026-11-28T09:05:34Z", "claude-opus-5-5", 14_000, 2_805),
)
_DIVERTED = ("e8302f2c-f278-551e-8fb1-8aba5913ea63", "2026-11-26T16:40:20Z", "claude-opus-5-5", 61_000, 2_300)
_WORKER, _BILL = "claude-haiku-5-5", Decimal("0.0021")


def ledger() -> bytes:
    """The whole ledger, in the order of time."""
    rows = [_row(*one, technique="compress") for one in _SHORTENED]
    rows.insert(2, _row(*_DIVERTED, technique="divert"))
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _row(session: str, ts: str, model: str, before: int, after: int, *, technique: str) -> dict[str, object]:
    is_diverted = technique == "divert"
    sent, kept = before // 4, -(-after // 4)
    rate = RATES[model][0]
    worth = (sent - kept) * Decimal(rate) / 1_000_000 - (_BILL if is_diverted else 0)
    words = ("files", "summary") if is_diverted else ("output", "compressed")
    end = f", less worker ${_BILL:.6f}" if is_diverted else ""
    how = "" if is_diverted else "via native_fallback, "
    return {
        "ts": ts,
        "session_id": session,
        "technique": technique,
        "tokens_saved": sent - kept,
        "tokens_before": sent,
        "cost_saved_usd": float(worth),
        "basis": f"{words[0]} {sent} tok - {words[1]} {kept} tok, at 4 B/token, {how}"
        f"priced at {model} (statusline) input ${rate}/Mtok{end}",
        "model_source": "statusline",
        **({"worker_model": _WORKER, "worker_cost_usd": float(_BILL)} if is_diverted else {}),
    }
