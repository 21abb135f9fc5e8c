"""What the ledger of savings says as JSON: exact money as text, unknown as null."""

from __future__ import annotations

from tallystick.kernel.money import exact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.saved import Saved, SavedSum

    Fields = dict[str, object]


def render(saved: Saved) -> str:
    """Return the answer, schema version 1."""
    import json

    return json.dumps(document(saved), indent=1) + "\n"


def document(saved: Saved) -> Fields:
    """Return the object that is written."""
    found: Fields = {
        "schema_version": 1,
        "by": saved.by,
        "basis": {"tokens": "estimated", "cost_saved_usd": "derived", "net_tokens": "derived"},
        "rows": [{"key": key, **_sum(one)} for key, one in saved.groups],
        "totals": _sum(saved.totals),
        "refused": [{"line": line, "reason": reason} for line, reason in saved.refused],
    }
    if saved.session is not None:
        found["session"] = {"id": saved.session, "share_percent": saved.share}
    return found


def _sum(one: SavedSum) -> Fields:
    return {
        "rows": one.rows,
        "tokens_saved": one.saved,
        "tokens_before": one.before,
        "cost_saved_usd": exact(one.cost),
        "pooled_percent": one.pooled,
        "mean_percent": one.mean,
        "latest_percent": one.latest,
        "net_tokens": one.net,
    }
