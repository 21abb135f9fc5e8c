"""Everything together: the findings of a tree, by the naive rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference import counted, elsewhere, repeats
from tests.reference.archive import Archive
from tests.reference.reading import read_tree

if TYPE_CHECKING:
    from pathlib import Path

    from tests.reference.archive import Finding

SUMMED = ("exact_reread", "duplicate_inspection", "no_state_retry", "rehydration", "duplicate_subagent_work")


def find(root: Path) -> list[Finding]:
    """Every finding below a folder's `projects`."""
    archive = Archive(read_tree(root))
    found: list[Finding] = []
    own = [act for thread in archive.threads for act in thread.acts if archive.owned(act)]
    for act in own:
        for rule in (repeats.readings, repeats.looks, repeats.retries, counted.mistakes):
            found += rule(archive, act)
        found += counted.oscillations(act)
    for threads in archive.sessions.values():
        found += elsewhere.children(archive, threads)
    found += elsewhere.cold_starts(archive)
    places = {act.place for act in own}
    for thread in archive.threads:
        found += [one for one in counted.abandoned(archive, thread) if one["later"] in places]
        found += counted.rebuilds(archive, thread)
    redundant = {one["later"] for one in found if one["signature"] in SUMMED}
    return found + [one for act in own for one in counted.heavy(act, redundant)]


def totals(found: list[Finding]) -> dict[str, int]:
    """Direct inefficiency and its exposure, each result once."""
    summed = {one["later"]: one for one in found if one["signature"] in SUMMED}
    keys = {"direct_tokens": "payload_tokens", "exposure_token_turns": "exposure_token_turns"}
    return {name: sum(one[key] for one in summed.values()) for name, key in keys.items()}
