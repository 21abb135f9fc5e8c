"""Receipts of a real history: which windows are asked for, and what is in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.periods import find_zone
from tallystick.errors import UsageError
from tallystick.host.environment import Surroundings
from tallystick.model.receipt import Receipt, Statement
from tallystick.tasks.choosing import Question
from tallystick.tasks.receipt import ALL, LAST, receipts
from tallystick.tasks.spent import spend
from tallystick.tasks.wasted import waste
from tests.histories import NOON, lay, surroundings
from tests.scenes import Scene
from tests.store.test_windows import talk
from tests.tasks.test_limits import refused
from tests.tasks.test_windows import note, reading

# 1772442000 (09:00) is a multiple of 18000, so the grid's windows begin at 00:00, 05:00, 10:00, ... on that day, the one
# before at 19:00 on the day before, and ten days earlier (48 windows) as on that day.
SCRIPT = """
session 1
ask
read kiln.py chars=801           # lines 2 and 3: 201 tokens, at 09:00
read kiln.py chars=801           # lines 4 and 5: the same again
at 7200
run 'cd $HOME && git commit -m x'  # lines 6 and 7, at 11:00
say
session 2 at=-50000              # 19:06:40 of the day before
ask
say
"""


@pytest.fixture
def place(tmp_path: Path) -> Surroundings:
    """A history of three windows; now it is noon."""
    return surroundings(tmp_path, Scene(SCRIPT).lay(tmp_path / "claude"))


def starts(statement: Statement) -> list[str]:
    """When the windows begin."""
    from datetime import UTC, datetime

    return [f"{datetime.fromtimestamp(one.start or 0, UTC):%d %H:%M}" for one in statement.receipts]


@pytest.mark.parametrize(
    ("when", "expected", "is_whole"),
    [
        ("", ["02 10:00"], False),
        ("now", ["02 10:00"], False),
        (LAST, ["02 10:00"], False),
        (ALL, ["01 19:00", "02 05:00", "02 10:00"], True),
        ("2026-03-02T09:59", ["02 05:00"], False),
        ("2026-03-02 10:00", ["02 10:00"], False),
        ("2h", ["02 10:00"], False),
        ("3h", ["02 05:00"], False),
        ("today", ["02 05:00", "02 10:00"], True),
        ("2026-03-02", ["02 05:00", "02 10:00"], True),
        ("yesterday", ["01 19:00"], False),
        ("2026-02-20T12:00", ["20 10:00"], False),  # nothing in it, and it says so
        ("2026-02-20", [], False),
    ],
)
def test_when(place: Surroundings, when: str, expected: list[str], is_whole: bool) -> None:  # noqa: FBT001 - the verdict
    """A moment is one window, a day those with turns in it."""
    found = receipts(place, when)

    assert (expected, is_whole) == (starts(found), found.is_whole)


def test_no_time(place: Surroundings) -> None:
    """Anything else is bad usage."""
    with pytest.raises(UsageError, match="'soon' is no time"):
        receipts(place, "soon")


def of(place: Surroundings, when: str) -> Receipt:
    """The only receipt of a moment."""
    (found,) = receipts(place, when).receipts
    return found


def test_what_is_in_it(place: Surroundings) -> None:
    """One re-read of 201 tokens that one turn of its own window and two of the next carried; a commit in the next.

    Turns after line 5: lines 6 and 8, both at 11:00.
    """
    first, second = of(place, "2026-03-02T09:00"), of(place, "2026-03-02T11:00")

    assert (first.direct_tokens, first.acquired, first.exposure, first.turns, first.sessions) == (201, 402, 0, 2, 1)
    assert [(one.signature, one.evidence) for one in first.findings] == [
        ("exact_reread", ("5e550000-0001:e3", "5e550000-0001:e5"))
    ]
    assert (second.direct_tokens, second.exposure, second.turns) == (0, 402, 2)
    assert second.best is not None
    assert (second.best.rung, second.best.rung_evidence) == (4, "5e550000-0001:e7")


def test_one_receipt_is_its_row_of_all(place: Surroundings) -> None:
    """A window says the same alone and among all, and turns are those of `tally spent`."""
    every = {one.start: one for one in receipts(place, ALL).receipts}
    for start, receipt in every.items():
        assert start is not None
        alone = of(place, _iso(start))
        for name in ("direct_tokens", "exposure", "acquired", "turns", "sessions"):
            assert getattr(receipt, name) == getattr(alone, name), name
        assert [one.evidence for one in receipt.findings] == [one.evidence for one in alone.findings]
    spent = spend(Question("window", find_zone("UTC")), place)

    assert [row.all.responses for row in spent.rows] == [one.turns for one in every.values()]


def test_receipts_add_up_to_what_was_wasted(place: Surroundings) -> None:
    """The windows of all receipts are the whole of `tally wasted`: 201 tokens of 402 and what a commit printed."""
    every = receipts(place, ALL).receipts
    wasted = waste(place)

    assert wasted.direct.tokens == sum(one.direct_tokens for one in every) == 201
    assert wasted.direct.exposure == sum(one.exposure for one in every) == 402
    assert wasted.acquired == sum(one.acquired for one in every)
    assert len(wasted.findings) == sum(len(one.findings) for one in every)


def _iso(second: int) -> str:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(second, UTC).isoformat()


def test_official_windows(tmp_path: Path, place: Surroundings) -> None:
    """A recorded reset makes the window, here 06:07 to 11:07, and everything falls into it."""
    note(tmp_path / "root", reading(1_772_449_620))
    found = of(place, LAST)

    assert (found.is_official, found.end, found.turns, found.exposure) == (True, 1_772_449_620, 4, 402)


def test_frontier(tmp_path: Path) -> None:
    """Four exhaustions of one month draw a frontier, with the exposure of their windows."""
    threads = []
    for number in range(1, 5):
        made = refused(number, 700, resetsAt=1_772_442_000 + number * 18_000)
        threads.append(made)
    found = receipts(surroundings(tmp_path, lay(tmp_path / "claude", *threads)), LAST)
    (frontier,) = found.frontiers

    # In the window until 09:11:40 each of four sessions had used 6 output and 11 input tokens.
    assert (frontier.output, frontier.input, frontier.exposure) == ((24, 24), (44, 44), (0, 0))
    assert frontier.partition == ("unknown", "opus", "high", "2026-03")
    assert len(found.receipts) == 1


def test_exposure_at_the_frontier(tmp_path: Path) -> None:
    """The exposure of an exhaustion is that of its window: 201 tokens, carried by one turn there."""
    scene = Scene("session 1\nask\nread kiln.py chars=801\nread kiln.py chars=801\nsay")
    config = scene.lay(tmp_path / "claude")
    lay(
        tmp_path / "claude", *(refused(number, 700, resetsAt=1_772_442_000 + number * 18_000) for number in range(2, 6))
    )
    (frontier,) = receipts(surroundings(tmp_path, config), LAST).frontiers

    assert frontier.exposure == (201, 201)


def test_no_history(tmp_path: Path) -> None:
    """Without transcripts there is nothing, and where it was looked; an index without turns says so of now."""
    nothing = receipts(surroundings(tmp_path, tmp_path / "none"), LAST)
    assert (nothing.receipts, nothing.files, nothing.searched[0]) == ([], 0, str(tmp_path / "none" / "projects"))

    silent = talk()
    silent.lines = silent.lines[:1]
    empty = receipts(surroundings(tmp_path, lay(tmp_path / "claude", silent)), LAST)
    (only,) = empty.receipts
    assert (only.start, only.turns, empty.files) == (NOON // 1000 - 7200, 0, 1)
