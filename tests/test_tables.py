"""A shelf's table and its folder are one list: adding an instance is one file and one line."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

import tallystick

PACKAGE = Path(tallystick.__file__).parent

# shelf -> (the module with its table, the table, modules of the folder that are no instance)
SHELVES = {
    "agents": ("tallystick.agents", "AGENTS", {"protocol"}),
    "mcp": ("tallystick.mcp", "TOOLS", {"protocol", "answer", "given", "server", "__main__"}),
    "cli": ("tallystick.cli.main", "COMMANDS", {"main", "options"}),
    "filters": (
        "tallystick.filters",
        "FILTERS",
        {
            "protocol",
            "context",
            "marks",
            "pipeline",
            "cuts",
            "failures",
            "patterns",
            "sieve",
            "diagnostics",
            "shell",
            "rewriting",
            "digests",
            "commands",
        },
    ),
    "filters/commands": ("tallystick.filters.commands", "COMMANDS", {"protocol"}),
    "filters/digests": ("tallystick.filters.digests", "DIGESTS", set()),
    "detectors": ("tallystick.detectors", "DETECTORS", {"protocol"}),
    "mechanisms": (
        "tallystick.mechanisms",
        "MECHANISMS",
        {"protocol", "records", "messages", "estimate", "settings", "counters", "statements", "session"},
    ),
    "exporters": ("tallystick.exporters", "EXPORTERS", set()),
    "kernel/segments": ("tallystick.kernel.segments", "SEGMENTS", {"protocol"}),
}


def module_name(row: object) -> str:
    """The file that a row of a table stands for: a module, or a module's dotted name."""
    name = row.__name__ if isinstance(row, ModuleType) else str(row)
    return name.rsplit(".", 1)[-1]


@pytest.mark.parametrize("shelf", SHELVES)
def test_table_is_the_listing(shelf: str) -> None:
    """Every instance in the folder has its line in the table, and every line its instance."""
    module, name, others = SHELVES[shelf]
    table = getattr(importlib.import_module(module), name)
    rows = table.values() if isinstance(table, dict) else table
    files = {path.stem for path in (PACKAGE / shelf).glob("*.py")}
    folders = {path.parent.name for path in (PACKAGE / shelf).glob("*/__init__.py")}

    assert {module_name(row) for row in rows} == (files | folders) - others - {"__init__"}
