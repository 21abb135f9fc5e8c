"""What the index holds, counted."""

from __future__ import annotations

from pathlib import Path

from tallystick.tasks.held import count
from tallystick.tasks.refresh import refresh
from tests.histories import lay, surroundings, thread


def test_count(tmp_path: Path) -> None:
    """Responses and rejections; nothing without an index."""
    config = lay(tmp_path / "claude", thread(1), thread(2))
    with (config / "projects" / "-srv-kiln" / f"{thread(1).session}.jsonl").open("ab") as file:
        file.write(b"{torn\n")
    place = surroundings(tmp_path, config)
    before = count(place)
    refresh(place)
    after = count(place)

    assert (before.responses, before.rejections, after.responses, after.rejections) == (0, 0, 2, 1)
