"""What the ledger says as JSON."""

from __future__ import annotations

import json

from tallystick.accounting.netting import nets
from tallystick.accounting.saving import add_up, group
from tallystick.kernel.savings import Saving
from tallystick.model.saved import Saved
from tallystick.reports.saved_json import render


def test_document() -> None:
    """Exact money as text, unknown as null, every refusal."""
    rows = [Saving("compress", 34, 100, 0.0159), Saving("divert", 5000, 0, 0.5, output="0a")]
    left = list(zip(rows, nets(rows, {}), strict=True))
    found = Saved(
        by="technique",
        groups=group(left, "technique", str),
        totals=add_up(left),
        refused=[(3, "not JSON")],
        session="s",
        share=20,
        place="x",
    )
    compress = {"rows": 1, "tokens_saved": 34, "tokens_before": 100, "cost_saved_usd": "0.0159"}
    compress |= {"pooled_percent": 34, "mean_percent": 34, "latest_percent": 34, "net_tokens": 34}
    nothing = {"pooled_percent": None, "mean_percent": None, "latest_percent": None, "net_tokens": None}
    divert = {"rows": 1, "tokens_saved": 5000, "tokens_before": None, "cost_saved_usd": "0.5", **nothing}
    totals = compress | {"rows": 2, "tokens_saved": 5034, "cost_saved_usd": "0.5159", "net_tokens": None}

    assert json.loads(render(found)) == {
        "schema_version": 1,
        "by": "technique",
        "basis": {"tokens": "estimated", "cost_saved_usd": "derived", "net_tokens": "derived"},
        "rows": [{"key": "divert", **divert}, {"key": "compress", **compress}],
        "totals": totals,
        "refused": [{"line": 3, "reason": "not JSON"}],
        "session": {"id": "s", "share_percent": 20},
    }
    found.session = None
    assert "session" not in json.loads(render(found))
