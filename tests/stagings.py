"""Rows of launches as they are staged: a root, a project, and what is claimed of them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tallystick.kernel.fnv1a import digest
from tallystick.kernel.stagedrows import claim, prompt_of, stage

NOW = 1_772_442_000.0
HOUR = 3600.0
NOBODY = 1 << 22  # beyond the highest number that Linux gives a process


def row(number: int = 1, **more: Any) -> dict[str, Any]:
    """A row that a launch measured."""
    found = {"ts": "2026-03-02T09:00:00Z", "session_id": "", "technique": "instruction-compression"}
    return {**found, "tokens_saved": number, "tokens_before": 100, "cost_saved_usd": 0.01, "basis": "b", **more}


def prompt(project: Path, scope: str) -> Path:
    """A compiled prompt, as a launch leaves it."""
    path = Path(os.fsdecode(prompt_of(os.fsencode(project), scope)))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("Be brief.\n")
    return path


def pending(root: Path) -> list[str]:
    """What is staged."""
    place = root / "usage" / "pending-savings"
    return sorted(file.name for file in place.iterdir()) if place.exists() else []


def ledger(root: Path) -> list[dict[str, Any]]:
    """The rows of the ledger."""
    place = root / "usage" / "savings.jsonl"
    return [json.loads(line) for line in place.read_text().splitlines()] if place.exists() else []


class Scene:
    """A root, a project with staged rows, and what was said."""

    def __init__(self, folder: Path) -> None:
        self.root, self.project, self.said = folder / "root", folder / "app", list[str]()

    def stage(self, scope: str, number: int = 1, *, hours: float = 0, process: int = NOBODY, project: str = "") -> Path:
        """Stage a row of a launch, some hours before now, by a process that is gone."""
        path = prompt(self.project.parent / project if project else self.project, scope)
        assert stage(os.fsencode(self.root), os.fsencode(path), row(number))
        return self.change(path, hours=hours, pid=process)

    def change(self, path: Path, *, hours: float = 0, **fields: Any) -> Path:
        """Write other fields into what is staged for a prompt."""
        place = self.root / "usage" / "pending-savings" / f"{digest(os.fsencode(path))}.json"
        found = {**json.loads(place.read_text()), **fields}
        place.write_text(json.dumps({key: value for key, value in found.items() if value is not None}))
        os.utime(place, (NOW - hours * HOUR,) * 2)
        return place

    def claim(self, session: str = "s", scope: str = "", *projects: Path) -> int:
        """Claim as a session of these projects does."""
        places = [os.fsencode(one) for one in projects or (self.project,)]
        return claim(os.fsencode(self.root), session, places, NOW, self.said.append, scope)

    def numbers(self) -> list[int]:
        """The tokens of the ledger's rows, sorted."""
        return sorted(found["tokens_saved"] for found in ledger(self.root))
