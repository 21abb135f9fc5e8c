"""Grouping: which rows belong together, and what a group is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.periods import find_zone
from tallystick.errors import UsageError
from tallystick.tasks.choosing import Question
from tallystick.tasks.grouping import CHOICES, Grouping, shorten_ids
from tallystick.tasks.spent import spend
from tests.casebook.thread import Thread, text, usage
from tests.histories import lay, surroundings, thread


def rows(tmp_path: Path, by: str) -> list[tuple[str, str, str, int]]:
    """Key, label, remark and responses of each row, in order, of a small history."""
    child = Thread(2, agent="ab12cd3", seconds=3601)
    child.say("msg_child", text("Glazed."), usage(1, 2, 3), gitBranch="glaze")
    timeless = Thread(9)
    timeless.say("msg_9", text("?"), usage(1, 0, 0), timestamp=..., cwd=..., gitBranch=..., model="claude-haiku-4-5")
    config = lay(tmp_path / "claude", thread(1), thread(2, seconds=3600, cwd="/srv/pottery"), child, timeless)
    report = spend(Question(by, find_zone("UTC")), surroundings(tmp_path, config))
    return [(row.key, row.label, row.about, row.all.responses) for row in report.rows]


ONE, TWO, NINE = (Thread(number).session for number in (1, 2, 9))
# The ids of the casebook differ first at their thirteenth character.
S1, S2, S9 = "5e550000-0001", "5e550000-0002", "5e550000-0009"


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("day", [("2026-03-02", "2026-03-02", "", 3), ("unknown", "unknown", "", 1)]),
        ("week", [("2026-W10", "2026-W10", "", 3), ("unknown", "unknown", "", 1)]),
        ("month", [("2026-03", "2026-03", "", 3), ("unknown", "unknown", "", 1)]),
        # 1772442000 = 98469 * 18000 + 0: nine o'clock is four hours into a window that began at 05:00.
        (
            "window",
            [
                ("2026-03-02T05:00+00:00", "2026-03-02 05:00", "", 1),
                ("2026-03-02T10:00+00:00", "2026-03-02 10:00", "", 2),
                ("unknown", "unknown", "", 1),
            ],
        ),
        ("model", [("claude-opus-4-6", "claude-opus-4-6", "", 3), ("claude-haiku-4-5", "claude-haiku-4-5", "", 1)]),
        ("agent", [("Claude Code", "Claude Code", "", 4)]),
        ("branch", [("main", "main", "", 2), ("glaze", "glaze", "", 1), ("unknown", "unknown", "", 1)]),
        (
            "project",
            [("/srv/pottery", "/srv/pottery", "", 2), ("/srv/kiln", "/srv/kiln", "", 1), ("unknown", "unknown", "", 1)],
        ),
        (
            "session",
            [
                (ONE, S1, "2026-03-02 09:00  /srv/kiln", 1),
                (TWO, S2, "2026-03-02 10:00  /srv/pottery", 2),
                (NINE, S9, "", 1),
            ],
        ),
        (
            "transcript",
            [(ONE, S1, "", 1), (TWO, S2, "", 1), ("ab12cd3", "ab12cd3", "child of 5e550000", 1), (NINE, S9, "", 1)],
        ),
    ],
)
def test_rows(tmp_path: Path, by: str, expected: list[tuple[str, str, str, int]]) -> None:
    """Periods, sessions and transcripts stand in the order of time, all others by cost; unknown is last and named."""
    assert expected == rows(tmp_path, by)


def test_every_choice_is_tested() -> None:
    """The choices are those of the test above."""
    assert set(CHOICES) == {case[0] for case in test_rows.pytestmark[0].args[1]}  # type: ignore[attr-defined]


def test_without_an_index() -> None:
    """Without an index only times and models can be told apart."""
    with pytest.raises(UsageError) as raised:
        Grouping("project", find_zone("UTC")).keys(None)

    assert str(raised.value) == "--no-index cannot tell by project: choose day, week, month, window or model"


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        (["8f2c91aa-1", "c0ffee00-2"], {"8f2c91aa-1": "8f2c91aa", "c0ffee00-2": "c0ffee00"}),
        (["8f2c91aa-1", "8f2c91aa-2"], {"8f2c91aa-1": "8f2c91aa-1", "8f2c91aa-2": "8f2c91aa-2"}),
        (["8f2c91aab", "8f2c91aac-2"], {"8f2c91aab": "8f2c91aab", "8f2c91aac-2": "8f2c91aac"}),
        (["short", "shorter-than-that"], {"short": "short", "shorter-than-that": "shorter-"}),
        (["8f2c91aa", "8f2c91aa-2"], {"8f2c91aa": "8f2c91aa", "8f2c91aa-2": "8f2c91aa-"}),
        ([], {}),
    ],
)
def test_short_ids(ids: list[str], expected: dict[str, str]) -> None:
    """Eight characters, or as many as tell an id from its neighbours."""
    assert expected == shorten_ids(ids)
