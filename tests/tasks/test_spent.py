"""What was spent, from transcripts to a report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tallystick.accounting.periods import find_zone
from tallystick.errors import IndexCorrupt
from tallystick.model.spending import Figures, Spending
from tallystick.tasks.choosing import Question
from tallystick.tasks.grouping import CHOICES
from tallystick.tasks.spent import spend
from tests.casebook.thread import Thread, text, usage
from tests.histories import NOON, lay, surroundings, thread

UTC = find_zone("UTC")
COUNTS = ("responses", "lower", "input", "write_5m", "write_1h", "write_unknown", "read", "output", "searches", "cost")


def counts(figures: Figures) -> dict[str, int]:
    """Every sum of some figures."""
    return {name: getattr(figures, name) for name in COUNTS}


def summed(report: Spending) -> dict[str, int]:
    """The sums of all rows."""
    return {name: sum(getattr(row.all, name) for row in report.rows) for name in COUNTS}


def test_a_small_history(tmp_path: Path) -> None:
    """Two sessions at the price of Opus 4.6, counted and priced by hand."""
    place = surroundings(tmp_path, lay(tmp_path / "claude", thread(1), thread(2, seconds=90_000)))

    report = spend(Question("day", UTC), place)

    # 10*5 + 20*6.25 + 30*10 + 40*0.5 + 50*25 = 1745 millionths of a dollar each.
    assert [(row.key, row.all.cost) for row in report.rows] == [
        ("2026-03-02", 1745 * 10**12),
        ("2026-03-03", 1745 * 10**12),
    ]
    assert counts(report.totals.all) == summed(report) | {"input": 20, "read": 80, "output": 100, "cost": 3490 * 10**12}
    assert (report.timezone, report.unattributed, report.rejections, report.notes) == ("UTC", None, 0, [])
    assert (report.coverage.files, report.coverage.first_ms) == (2, 1_772_442_000_000)
    assert report.searched == [str(tmp_path / "claude" / name) for name in ("projects", "sessions")]


@pytest.mark.parametrize("by", CHOICES)
def test_rows_add_up(tmp_path: Path, by: str) -> None:
    """However it is cut, rows add up to the total, and the total is the same."""
    child = Thread(1, agent="ab12cd3", seconds=7)
    child.say("msg_child", text("."), usage(1, 2, 3), stop=None)
    timeless = Thread(9)
    timeless.say("msg_9", text("?"), usage(5, 0, 0), timestamp=..., model="glm-5")
    config = lay(tmp_path / "claude", thread(1), child, thread(2, seconds=10**6, cwd="/srv/other"), timeless)
    place = surroundings(tmp_path, config)

    report = spend(Question(by, UTC), place)

    assert counts(report.totals.all) == summed(report)
    assert (report.totals.all.responses, report.totals.all.input, report.totals.all.lower) == (4, 26, 1)
    assert (report.totals.main.responses, report.totals.subagents.responses) == (3, 1)
    assert report.totals.all.unpriced == {"glm-5": (1, 5)}


ZONES = st.sampled_from(["UTC", "America/Denver", "Asia/Kathmandu", "Australia/Lord_Howe"])


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 5 * 10**6), min_size=1, max_size=6, unique=True), ZONES, st.integers(0, 5 * 10**6))
def test_parts_add_up(tmp_path_factory: pytest.TempPathFactory, moments: list[int], zone: str, cut: int) -> None:
    """What is before a moment and what is from it on add up to all, in any zone."""
    folder = tmp_path_factory.mktemp("parts")
    made = Thread(1)
    for number, seconds in enumerate(moments):
        made.at(seconds).say(f"msg_{number}", text("."), usage(2**number, 0, 1))
    place = surroundings(folder, lay(folder / "claude", made))
    moment = 1_772_442_000_000 + cut * 1000

    whole, before, after = (
        spend(Question("day", find_zone(zone), **fields), place).totals.all.input  # type: ignore[arg-type]
        for fields in ({}, {"until_ms": moment}, {"since_ms": moment})
    )

    assert whole == 2 ** len(moments) - 1 == before + after
    assert before == sum(2**number for number, seconds in enumerate(moments) if seconds < cut)


def test_filters(tmp_path: Path) -> None:
    """A project, a session, a model: only theirs is counted; an unknown name counts nothing and is noted."""
    config = lay(tmp_path / "claude", thread(1), thread(2, cwd="/srv/pottery"))
    place = surroundings(tmp_path, config)

    def responses(**fields: str) -> tuple[int, int]:
        report = spend(Question("day", UTC, **fields), place)  # type: ignore[arg-type]
        return report.totals.all.responses, len(report.notes)

    assert responses(project="pottery") == (1, 0)
    assert responses(session="5e550000-0002") == (1, 0)
    assert responses(model="claude-opus-4-6") == (2, 0)
    assert responses(agent="claude-code") == (2, 0)
    assert responses(project="glass") == responses(session="x") == responses(model="x") == (0, 1)


def test_no_time_in_no_stretch(tmp_path: Path) -> None:
    """A response without a time is in no stretch of it, and that is noted; without bounds it counts."""
    timeless = Thread(9)
    timeless.say("msg_9", text("?"), usage(5, 0, 0), timestamp=...)
    place = surroundings(tmp_path, lay(tmp_path / "claude", thread(1), timeless))

    whole = spend(Question("day", UTC), place)
    part = spend(Question("day", UTC, until_ms=NOON), place)

    assert (whole.totals.all.responses, whole.notes) == (2, [])
    assert (part.totals.all.responses, part.notes) == (
        1,
        ["left out for want of a time: 1 response, in no stretch that is asked for"],
    )


def test_price_file_and_discount(tmp_path: Path) -> None:
    """A price file replaces the list; a discount of its provider is taken off and named."""
    place = surroundings(tmp_path, lay(tmp_path / "claude", thread(1)))
    prices = tmp_path / "p.json"
    prices.write_text(json.dumps({"models": {"claude-opus-4-6": {"input": 100, "output": 0, "cache_read": 0,
        "cache_write_5m": 0, "cache_write_1h": 0}}}), "utf-8")  # fmt: skip
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "config.toml").write_text("[discount]\ncustom = 0.5\n", "utf-8")

    report = spend(Question("day", UTC, price_file=str(prices)), place)

    assert report.totals.all.cost == 500 * 10**12  # 10 tokens at 100 USD a million, halved
    assert (report.book.origin, report.book.discounts) == (str(prices), {"custom": "0.5"})


def test_nothing_at_all(tmp_path: Path) -> None:
    """A machine without a history has an empty report that says where it looked, and no root is made."""
    report = spend(Question("day", UTC), surroundings(tmp_path))

    assert (report.rows, report.totals.all.known_cost, report.coverage.files) == ([], 0, 0)
    assert report.searched == [
        f"{tmp_path}/.claude/projects",
        f"{tmp_path}/.config/claude/projects",
        f"{tmp_path}/.pi/agent/sessions",
    ]
    assert not (tmp_path / "root").exists()


def test_deleted_transcripts(tmp_path: Path) -> None:
    """What was seen once stays counted when its transcript is gone."""
    config = lay(tmp_path / "claude", thread(1))
    place = surroundings(tmp_path, config)
    before = spend(Question("day", UTC), place)
    (config / "projects" / "-srv-kiln" / f"{thread(1).session}.jsonl").unlink()

    after = spend(Question("day", UTC), place)

    assert counts(before.totals.all) == counts(after.totals.all)
    assert (before.coverage.gone, after.coverage.gone) == (0, 1)


def test_broken_index(tmp_path: Path) -> None:
    """An index that is none is an error with its place, and stays as it is."""
    place = surroundings(tmp_path, lay(tmp_path / "claude", thread(1)), now_ms=NOON)
    (tmp_path / "root").mkdir()
    index = tmp_path / "root" / "index.sqlite3"
    index.write_text("not a database at all", "utf-8")

    with pytest.raises(IndexCorrupt, match="is not a readable index"):
        spend(Question("day", UTC), place)
    assert index.read_text("utf-8") == "not a database at all"
