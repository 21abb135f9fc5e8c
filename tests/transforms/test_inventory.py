"""The inventory of changes that a harness makes: every kind has its place here, or the issue that brings it."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from tallystick.filters import FILTERS
from tallystick.filters.commands import COMMANDS
from tallystick.filters.digests import DIGESTS
from tallystick.kernel.transformmodes import SURFACES
from tallystick.mechanisms import MECHANISMS

ROOT = Path(__file__).parents[2]
ROWS: list[dict[str, Any]] = json.loads((ROOT / "docs" / "inventory.json").read_text("utf-8"))
CONTEXT = {f"tallystick.mechanisms.{one.NAME}": one for one in MECHANISMS}
TABLES = {*FILTERS.values(), *COMMANDS.values(), *DIGESTS.values()}
# What a harness changes, as the description of such ledgers lists it.
AREAS = [
    *("Command redirects", "Forbidden commands", "Quiet and test flags", "Shell cleanup"),
    *("Deterministic normalization", "Test-output condensation", "Redaction", "Output limits"),
    *("Structured test projection", "Read projection", "Search projection", "Definition outline"),
    *("Tool-result envelopes", "Repeated output", "Half-life", "Thought retention", "Other context modes"),
    *("Digest or checkpoint compaction", "Pre-flight re-clip", "Adaptive intervention", "Gate and policy rejection"),
    *("Guardrail warning", "Security intervention", "Stale-file intervention", "Hooks and injections", "Stream rules"),
    *("Diagnostics and post-edit checks", "Advisor and observations"),
]
FILES = [(row["area"], file) for row in ROWS for file in row.get("files", {})]


def test_nothing_is_missing() -> None:
    """Each kind of change has one row, with files, or with an issue and what it waits for."""
    assert [row["area"] for row in ROWS] == AREAS
    assert [row["area"] for row in ROWS if not row.get("files") and not (row.get("issue") and row.get("needs"))] == []
    assert {surface for row in ROWS for surface in row["surface"].split(", ")} <= set(SURFACES)


def mechanisms(module: str) -> set[str]:
    """The names that a module's changes have in the ledger; what stands behind a colon is the rule's."""
    found = importlib.import_module(module)
    if module in COMMANDS.values():
        return {f"{found.KIND}:"}
    if module in CONTEXT:
        return set(CONTEXT[module].CHANGES)
    if module not in TABLES:  # what applies the rules for commands
        return {"redirect_refusal:"}
    return {part.MECHANISM for part in getattr(found, "PARTS", None) or (found,)}


@pytest.mark.parametrize(("area", "file"), FILES, ids=[file for _, file in FILES])
def test_mechanisms_are_there(area: str, file: str) -> None:
    """Each mechanism that a row names is one of its file, in a bucket of the row."""
    (row,) = (row for row in ROWS if row["area"] == area)
    module = f"tallystick.{file.replace('/', '.')}"
    named = {name.partition(":")[0] + ":" if ":" in name else name for name in row["files"][file]}

    assert named <= mechanisms(module)
    buckets = {getattr(importlib.import_module(module), "BUCKET", "")} - {""}
    if module in CONTEXT:
        buckets = {CONTEXT[module].BUCKETS[name] for name in named}
        assert {CONTEXT[module].CHANGES[name] for name in named} <= set(row["surface"].split(", "))
    assert buckets <= set(row["bucket"].split(", "))


def test_every_context_mechanism_is_listed() -> None:
    """None of their changes is missing."""
    listed = {
        name
        for row in ROWS
        for file, names in row.get("files", {}).items()
        if file.startswith("mechanisms/")
        for name in names
    }

    assert listed == {name for one in MECHANISMS for name in one.CHANGES}
    assert all(one.CHANGES.keys() == one.BUCKETS.keys() for one in MECHANISMS)
