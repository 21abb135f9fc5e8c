"""Official windows from the status line's notes: the same for every report, with and without an index."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.periods import find_zone
from tallystick.model.settings import Settings
from tallystick.store.index import Index, open_index
from tallystick.tasks import windows
from tallystick.tasks.choosing import Question
from tallystick.tasks.overview import overview
from tallystick.tasks.spent import spend
from tallystick.tasks.spent_direct import spend_directly
from tests.casebook.thread import Thread, text, usage
from tests.histories import NOON, lay, surroundings
from tests.indexes import synced

NINE = 1_772_442_000  # 2026-03-02T09:00Z, the first moment of a thread
RESET = NINE + 2 * 3600 + 400  # 11:06:40, told as the minute nearest to it: 11:07


def note(root: Path, *lines: str) -> None:
    """Append lines to what the status line noted."""
    path = root / "usage" / "limits.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)


def reading(reset: float, at: str = "2026-03-02T09:00:00Z") -> str:
    """A line of the status line."""
    return (
        f'{{"ts":"{at}","session_id":"s","five_hour":{{"used_percentage":7,"resets_at":{reset}}},'
        f'"seven_day":{{"used_percentage":7,"resets_at":null}}}}'
    )


def history(tmp_path: Path) -> Path:
    """Responses of 1 to 1,000,000 input tokens; those at 11:06:59 and 11:07 share a quarter and no window."""
    made = Thread(1)
    for place, seconds in enumerate((0, 7199, 7619, 7620, 7700, 3 * 3600, -4 * 3600)):
        made.at(seconds).say(f"msg_{place}", text("."), usage(10**place, 0, 0))
    return lay(tmp_path / "claude", made)


# The official window is 06:07 to 11:07; the grid (05:00, 10:00, 15:00) has what is before and after.
EXPECTED = [
    ("2026-03-02T05:00+00:00", "", 1_000_000),
    ("2026-03-02T06:07+00:00", "official", 111),
    ("2026-03-02T11:07+00:00", "", 111_000),
]


def test_spent_by_window(tmp_path: Path) -> None:
    """A window that begins within a quarter of an hour is still exact, from the index and without one."""
    place = surroundings(tmp_path, history(tmp_path))
    note(tmp_path / "root", reading(RESET), reading(RESET + 1.2))
    question = Question("window", find_zone("UTC"))

    for report in (spend(question, place), spend_directly(question, place)):
        assert EXPECTED == [(row.key, row.about, row.all.input) for row in report.rows]
        assert report.totals.all.input == 1_111_111


@pytest.mark.parametrize(
    ("since_s", "until_s", "model", "expected"),
    [
        (NINE + 7619, None, None, [100, 111_000]),
        (None, NINE + 7620, None, [1_000_000, 111]),
        (NINE + 7200, NINE + 7650, None, [100, 1000]),
        (None, None, "other", []),
    ],
)
def test_bounds_within_a_split_quarter(
    tmp_path: Path, since_s: int | None, until_s: int | None, model: str | None, expected: list[int]
) -> None:
    """Bounds, models and split quarters do not get in each other's way."""
    place = surroundings(tmp_path, history(tmp_path))
    note(tmp_path / "root", reading(RESET))
    bounds = {"since_ms": since_s and since_s * 1000, "until_ms": until_s and until_s * 1000}
    question = Question("window", find_zone("UTC"), model=model, **bounds)  # type: ignore[arg-type]

    for report in (spend(question, place), spend_directly(question, place)):
        assert expected == [row.all.input for row in report.rows]


def test_overview(tmp_path: Path) -> None:
    """The overview's window is the one of the reports: at noon what the official one left over of the grid's."""
    place = surroundings(tmp_path, history(tmp_path))
    found = overview(place)
    assert (found.stretches[1].label, found.has_official) == ("window 10:00-15:00", False)

    note(tmp_path / "root", reading(RESET))
    found = overview(place)
    assert (found.stretches[1].label, found.stretches[1].figures.input) == ("window 11:07-15:00", 111_000)
    assert not found.has_official

    note(tmp_path / "root", reading(NOON // 1000 + 3600, "2026-03-02T12:00:00Z"))
    found = overview(place)
    assert (found.stretches[1].label, found.has_official) == ("window 08:00-13:00", True)


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """An index of a small history."""
    synced(tmp_path / "root", history(tmp_path))
    opened = open_index(str(tmp_path / "root"))
    assert opened is not None
    return opened


def test_only_new_lines_are_read(tmp_path: Path, index: Index) -> None:
    """The index keeps what was read; a file that was cut is read anew, one that went is forgotten."""
    root = str(tmp_path / "root")
    assert windows.read_limits(root, index).resets == []
    note(tmp_path / "root", reading(RESET), "torn")
    minute = NINE + 7620
    assert windows.read_limits(root, index).pack() == ((minute,), (), 2, 1, NINE)
    assert windows.read_limits(root, index).pack() == ((minute,), (), 2, 1, NINE)
    note(tmp_path / "root", reading(RESET + 18_000, "2026-03-02T12:00:00Z"))
    assert windows.read_limits(root, index).pack() == ((minute, minute + 18_000), (), 3, 1, NINE + 10_800)

    (tmp_path / "root" / "usage" / "limits.jsonl").write_text(reading(RESET + 60) + "\n", "utf-8")
    assert windows.read_limits(root, index).pack() == ((minute + 60,), (), 1, 0, NINE)
    (tmp_path / "root" / "usage" / "limits.jsonl").write_text("", "utf-8")
    assert windows.read_limits(root, index).lines == 0
    (tmp_path / "root" / "usage" / "limits.jsonl").unlink()
    assert windows.read_limits(root, index).resets == []


def test_what_needs_no_windows_reads_nothing(tmp_path: Path) -> None:
    """A report by day does not look at the notes."""
    note(tmp_path, reading(RESET))

    assert not windows.load(str(tmp_path), None, Settings(), "day").has_official
    assert windows.load(str(tmp_path), None, Settings()).has_official
