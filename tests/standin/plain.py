"""A plain count of what lines hold, to check the truth itself with. Hard cases are the casebook's, not this one's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .truth import Counts, add, counts_of

if TYPE_CHECKING:
    from pathlib import Path


def count_lines(projects: Path) -> Counts:
    """One count a message id, output the largest of its lines, synthetic lines left out."""
    usages: dict[str, dict[str, Any]] = {}
    stopped: set[str] = set()
    for path in sorted(projects.rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            entry = json.loads(line) if line else {}
            message = entry.get("message") or {}
            if entry.get("type") != "assistant" or message["model"] == "<synthetic>":
                continue
            held = usages.get(message["id"], {"output_tokens": 0})
            usages[message["id"]] = max(held, message["usage"], key=lambda usage: int(usage["output_tokens"]))
            stopped |= {message["id"]} if message["stop_reason"] else set()
    return add(map(counts_of, usages.values())) | {"lower_bound_responses": len(usages.keys() - stopped)}
