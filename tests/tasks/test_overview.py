"""The overview: three stretches of time, and what stands behind them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tallystick.tasks.mechanisms import book
from tallystick.tasks.overview import overview
from tests.casebook.thread import Thread, text, usage
from tests.histories import NOON, lay, surroundings
from tests.scenes import Scene


def history(tmp_path: Path) -> Path:
    """Responses of 1, 10, 100 input tokens: the evening before, at 09:30 and at 11:00; now it is noon."""
    made = Thread(1)
    for place, seconds in enumerate((-43_200, 1800, 7200)):
        made.at(seconds).say(f"msg_{place}", text("."), usage(10**place, 0, 0))
    return lay(tmp_path / "claude", made)


def test_stretches(tmp_path: Path) -> None:
    """Today is from midnight, the window from ten o'clock on the grid, and all is all."""
    found = overview(surroundings(tmp_path, history(tmp_path)))

    assert [(one.label, one.figures.input) for one in found.stretches] == [
        ("today, 2026-03-02", 110),
        ("window 10:00-15:00", 100),
        ("all history", 111),
    ]
    assert (found.sessions, found.rejections, found.differing, found.unattributed) == (1, 0, 0, None)
    assert (found.coverage.files, found.covered) == (1, ("2026-03-01", "2026-03-02"))


def test_own_zone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Today is the day of the machine's zone: in Auckland noon UTC is an hour into the next day."""
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    time.tzset()

    found = overview(surroundings(tmp_path, history(tmp_path)))

    assert [(one.label, one.figures.input) for one in found.stretches][:2] == [
        ("today, 2026-03-03", 100),
        ("window 23:00-04:00", 100),
    ]


def test_grid_of_the_user(tmp_path: Path) -> None:
    """The grid of windows is a setting."""
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "config.toml").write_text("[windows]\noffset_hours = 0\n", "utf-8")

    found = overview(surroundings(tmp_path, history(tmp_path)))

    assert [(one.label, one.figures.input) for one in found.stretches][1] == ("window 09:00-14:00", 110)


@pytest.mark.parametrize(("days", "expected"), [(0, 1), (8, 0)])
def test_client_counts_otherwise(tmp_path: Path, days: int, expected: int) -> None:
    """Sessions of the last week whose client's cost is not ours are counted."""
    made = Thread(1)
    made.say("msg_a", text("."), usage(10, 0, 3))
    totals = {"claude-opus-4-6": {"inputTokens": 10, "outputTokens": 3, "costUSD": 9.5}}
    made.add("cost-state", modelUsage=totals, totalCostUSD=9.5)
    place = surroundings(tmp_path, lay(tmp_path / "claude", made), now_ms=NOON + days * 86_400_000)

    assert expected == overview(place).differing


def test_no_times(tmp_path: Path) -> None:
    """A history without times covers no days."""
    made = Thread(1)
    made.say("msg_a", text("."), usage(10, 0, 3), timestamp=...)

    found = overview(surroundings(tmp_path, lay(tmp_path / "claude", made)))

    assert (found.covered, found.stretches[2].figures.input, found.stretches[0].figures.input) == (None, 10, 0)


def test_nothing(tmp_path: Path) -> None:
    """Without a history there are no stretches, and it says where it looked."""
    found = overview(surroundings(tmp_path))

    assert (found.stretches, found.coverage.files) == ([], 0)
    assert found.searched == [
        f"{tmp_path}/.claude/projects",
        f"{tmp_path}/.config/claude/projects",
        f"{tmp_path}/.pi/agent/sessions",
    ]


def test_wasted_at_a_glance(tmp_path: Path) -> None:
    """Two re-reads of 100 tokens: one before ten o'clock, in the window before, one after; kept until a file changes."""
    scene = Scene("session 1\nask\nread a.py\nread a.py\nat 7200\nread a.py")
    place = surroundings(tmp_path, scene.lay(tmp_path / "claude"))

    for _ in range(2):
        found = overview(place).wasted
        assert found is not None
        assert (found.today, found.window, found.tokens, found.findings, found.acquired) == (200, 100, 200, 2, 300)
        assert found.tops == [(100, "/srv/kiln/a.py", "5e550000:e5"), (100, "/srv/kiln/a.py", "5e550000:e7")]

    scene.threads["1"].lines = scene.threads["1"].lines[:3]
    scene.lay(tmp_path / "claude")
    found = overview(place).wasted

    assert found is not None
    assert (found.tokens, found.tops, found.acquired) == (0, [], 100)


def test_mechanisms(tmp_path: Path) -> None:
    """What context mechanisms avoided, today and in all."""
    place = surroundings(tmp_path, history(tmp_path))
    for day in (0, -1):
        book(place.root, "s", place.now_ms + day * 86_400_000, {"turn": 1, "bash": 9}, host="pi")

    found = overview(place).mechanisms

    assert found is not None
    assert (found.totals.saved, found.today) == (18, 9)
