"""Marks: what came between two acts, by lines within a thread and by intervals between threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.marks import MAYBE, NEVER, SURELY, Marks
from tallystick.model import event
from tallystick.model.act import Act
from tests.pasts import past

# The main thread spawns a child (seconds 1 to 2) and reads a file twice: from 3 to 4 and from 20 to 21.
READS = "session 1\nask\nspawn a\nread kiln.py\n{between}at 20\nread kiln.py\n{after}child a of 1 at=0\n{child}"


def acts(folder: Path, between: str = "", after: str = "", child: str = "") -> tuple[Marks, Act, Act]:
    """Marks of all commands, and the two reads."""
    history = past(folder, READS.format(between=between, after=after, child=child))
    every = [act for thread in history.threads for act in thread.acts]
    first, second = [act for act in every if act.kind == event.READ]
    return Marks(act for act in every if act.kind == event.COMMAND), first, second


@pytest.mark.parametrize(
    ("between", "after", "child", "expected"),
    [
        ("", "", "", NEVER),
        ("run make\n", "", "", SURELY),
        ("", "run make\n", "", NEVER),
        ("", "", "at 10\nrun make\n", SURELY),  # from 10 to 11
        ("", "", "at 3\nrun make\n", MAYBE),  # beside the first read
        ("", "", "at 1\nrun make\n", NEVER),  # ended before the first read was called
        ("", "", "at 2\nrun make\n", MAYBE),  # ended in the second in which it was called
        ("", "", "at 20\nrun make\n", MAYBE),  # beside the second read
        ("", "", "at 19\nrun make\n", MAYBE),  # ended in the second in which it was called
        ("", "", "at 22\nrun make\n", NEVER),
        ("", "", "at 1\nrun make background\n", MAYBE),  # it has no end
        ("", "", "at 22\nrun make background\n", NEVER),
        ("", "", "at 1\nrun make\nat 10\nrun make\nat 30\nrun make\n", SURELY),
        ("run make\n", "", "at 3\nrun make\n", SURELY),
    ],
)
def test_between(tmp_path: Path, between: str, after: str, child: str, expected: int) -> None:
    """Whether a command came between the two reads."""
    marks, first, second = acts(tmp_path, between, after, child)

    assert marks.between(first, second) == expected


@pytest.mark.parametrize(
    ("between", "after", "child", "expected"),
    [
        ("", "", "", NEVER),
        ("run make\n", "", "", SURELY),
        ("", "run make\n", "", NEVER),
        ("", "", "at 10\nrun make\n", SURELY),
        ("", "", "at 19\nrun make\n", MAYBE),
        ("", "", "at 25\nrun make\n", NEVER),
    ],
)
def test_before(tmp_path: Path, between: str, after: str, child: str, expected: int) -> None:
    """Whether a command came before the second read."""
    marks, _, second = acts(tmp_path, between, after, child)

    assert marks.before(second) == expected


@pytest.mark.parametrize(
    ("between", "after", "child", "expected"),
    [
        ("", "", "", False),
        ("run make\n", "", "", False),
        ("run 'make & echo'\n", "", "", True),
        ("", "run make background\n", "", False),
        ("", "", "at 10\nrun make background\n", True),
        ("", "", "at 30\nrun make background\n", False),
    ],
)
def test_runs_on(tmp_path: Path, between: str, after: str, child: str, *, expected: bool) -> None:
    """Whether something that began before the second read may go on."""
    marks, _, second = acts(tmp_path, between, after, child)

    assert marks.runs_on(second) == expected


def test_command_before_both_that_runs_on_may_come_between(tmp_path: Path) -> None:
    """Started before the first read, in the same thread."""
    history = past(tmp_path, "session 1\nask\nrun make background\nread kiln.py\nread kiln.py")
    made, first, second = history.threads[0].acts

    assert Marks([made]).between(first, second) == MAYBE


def test_unknown_times_may_be_anywhere(tmp_path: Path) -> None:
    """A command of a child that has no times, and one that nothing answered."""
    marks, first, second = acts(tmp_path, child="at 50\nrun make\n")
    assert marks.between(first, second) == NEVER
    history = past(tmp_path, READS.format(between="", after="", child="at 50\nrun make\n"))
    (command,) = [act for act in history.threads[1].acts if act.kind == event.COMMAND]

    command.call_t = -1
    assert Marks([command]).between(first, second) == MAYBE
    command.call_t, command.t = first.call_t - 1, -1
    assert Marks([command]).between(first, second) == MAYBE
