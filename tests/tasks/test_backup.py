"""A copy of the index on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import NotFound
from tallystick.tasks.backup import back_up
from tallystick.tasks.refresh import refresh
from tests.histories import NOON, lay, surroundings, thread

DAY_MS = 86_400_000


def test_copies(tmp_path: Path) -> None:
    """A copy a day by its date, two kept; the same day's is replaced."""
    config = lay(tmp_path / "claude", thread(1))
    refresh(surroundings(tmp_path, config))

    made = [back_up(surroundings(tmp_path, config, now_ms=NOON + days * DAY_MS)) for days in (0, 0, 1, 2)]

    folder = f"{tmp_path}/root/backups"
    assert made == [
        (f"{folder}/index-2026-03-02.sqlite3", 1),
        (f"{folder}/index-2026-03-02.sqlite3", 1),
        (f"{folder}/index-2026-03-03.sqlite3", 2),
        (f"{folder}/index-2026-03-04.sqlite3", 2),
    ]


def test_no_index(tmp_path: Path) -> None:
    """Without an index there is nothing to copy."""
    with pytest.raises(NotFound) as raised:
        back_up(surroundings(tmp_path))

    assert str(raised.value) == f"there is no index under {tmp_path}/root to copy: run tally sync first"
