"""Write the sample into the package, and what a reader must find beside the tests: `python -m tests.sample.write`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from . import lantern, savings, tidewater
from .world import Project, World, read_files

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "src" / "tallystick" / "data" / "sample"
LEDGER = SAMPLE / "usage" / "savings.jsonl"
EXPECTED = ROOT / "tests" / "data" / "sample_expected.json"


def tell() -> World:
    """Tell all sessions, in the order in which they change the projects' files."""
    world = World()
    tides = Project("/home/dev/tidewater", read_files("tidewater"))
    notes = Project("/home/dev/lantern", read_files("lantern"), branch="tags")
    tidewater.winter(world, tides)
    tidewater.export(world, tides)
    tidewater.survey(world, tides)
    session, seen = lantern.tags(world, notes)
    lantern.index_page(session)
    lantern.tags_go_on(world, session, seen)
    lantern.guide(world, notes)
    tidewater.steps(world, tides)
    tidewater.currents(world, tides)
    lantern.old_client(world, notes)
    lantern.questions(world, notes)
    return world


def expected_text(world: World) -> str:
    """What a reader must find, as the file holds it."""
    expected: dict[str, Any] = world.expected()
    return json.dumps(expected, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write both, in place of what was there."""
    world = tell()
    shutil.rmtree(SAMPLE, ignore_errors=True)
    for name, data in world.files.items():
        path = SAMPLE / "projects" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    LEDGER.parent.mkdir()
    LEDGER.write_bytes(savings.ledger())
    EXPECTED.write_text(expected_text(world), encoding="utf-8")
    print(f"{sum(map(len, world.files.values())) / 1000:.0f} kB, {world.tally.counts}")


if __name__ == "__main__":
    main()
