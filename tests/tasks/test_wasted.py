"""What was wasted, from transcripts to rows: since when, by what, and never more for being asked twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.wasting import CHOICES
from tallystick.host.environment import Surroundings
from tallystick.tasks.wasted import waste
from tests.histories import surroundings
from tests.scenes import Scene

NINE = 1_772_442_000_000
HOUR = 3_600_000
# The second session begins six hours after the first, and opens as that one had.
SCRIPT = """
session 1
ask
read a.py chars=4000
read b.py chars=4000
read c.py chars=4000
read a.py chars=4000
session 2 at=21600
ask
read a.py chars=4000
read b.py chars=4000
read c.py chars=4000
read c.py chars=4000
"""


@pytest.fixture
def place(tmp_path: Path) -> Surroundings:
    """Two sessions; now it is noon."""
    return surroundings(tmp_path, Scene(SCRIPT).lay(tmp_path / "claude"))


def test_everything(place: Surroundings) -> None:
    """Two re-reads of 1,000 tokens and one cold start of 3,000; eight results of 1,000 tokens were acquired."""
    found = waste(place)

    assert [(one.signature, one.payload_tokens) for one in found.findings] == [
        ("exact_reread", 1000),
        ("exact_reread", 1000),
        ("cold_start", 3000),
    ]
    assert (found.direct.tokens, found.acquired, found.files, found.sessions) == (2000, 8000, 2, 2)
    assert [row.label for row in found.rows] == ["exact_reread", "cold_start"]


def test_since(place: Surroundings) -> None:
    """The first session is left out, but the second one still opens as it did."""
    found = waste(place, since_ms=NINE + 6 * HOUR)

    assert [one.signature for one in found.findings] == ["exact_reread", "cold_start"]
    assert found.acquired == 4000


@pytest.mark.parametrize("by", CHOICES)
def test_rows_add_up(place: Surroundings, by: str) -> None:
    """Whatever they stand for."""
    found = waste(place, by)

    assert sum(row.direct.tokens for row in found.rows) == found.direct.tokens
    assert sum(row.direct.exposure for row in found.rows) == found.direct.exposure
    assert sum(row.direct.findings + row.others.findings for row in found.rows) == len(found.findings)


def test_windows_have_names(place: Surroundings) -> None:
    """09:00 lies in the window from 05:00 on, 15:00 in that from 15:00 on; neither is the plan's own."""
    found = waste(place, "window")

    assert [row.label for row in found.rows] == ["2026-03-02T05:00+00:00 (grid)", "2026-03-02T15:00+00:00 (grid)"]


def test_no_history(tmp_path: Path) -> None:
    """Nothing, and where it was looked for."""
    found = waste(surroundings(tmp_path, tmp_path / "nowhere"))

    assert (found.files, found.findings, found.rows) == (0, [], [])
    assert found.searched[0] == str(tmp_path / "nowhere" / "projects")


def test_time_that_nobody_knows(tmp_path: Path) -> None:
    """Findings without a time are in no window, and in nothing that has a beginning."""
    scene = Scene("session 1\nask\nread a.py\nread a.py")
    for line in scene.threads["1"].lines:
        del line["timestamp"]
    there = surroundings(tmp_path, scene.lay(tmp_path / "claude"))

    assert [row.label for row in waste(there, "window").rows] == ["unknown"]
    assert waste(there, since_ms=0).findings == []
