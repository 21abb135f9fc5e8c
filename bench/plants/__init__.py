"""The planted acts: one signature a file.

`HITS` are acts that a rule names, `NEAR` differ from one by a single condition. Each is set on every stage, or on those
that the module's `WHERE` lists for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.plants import (
    abandoned_work,
    cache_rebuild,
    cold_start,
    duplicate_inspection,
    duplicate_subagent_work,
    edit_oscillation,
    exact_reread,
    heavy_payload,
    invocation_mistake,
    no_state_retry,
    rehydration,
)

if TYPE_CHECKING:
    from types import ModuleType

PLANTS: dict[str, ModuleType] = {
    "exact_reread": exact_reread,
    "duplicate_inspection": duplicate_inspection,
    "no_state_retry": no_state_retry,
    "rehydration": rehydration,
    "duplicate_subagent_work": duplicate_subagent_work,
    "invocation_mistake": invocation_mistake,
    "edit_oscillation": edit_oscillation,
    "abandoned_work": abandoned_work,
    "cold_start": cold_start,
    "cache_rebuild": cache_rebuild,
    "heavy_payload": heavy_payload,
}
