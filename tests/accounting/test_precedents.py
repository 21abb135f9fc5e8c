"""What a thread did before that is about to be done again."""

from __future__ import annotations

from pathlib import Path

from tallystick.accounting import digests, precedents
from tallystick.model.history import NO_TURN
from tests.pasts import main, past

READS = """
session 1
read a.py chars=400
read a.py chars=500 offset=10 limit=20
read a.py image
read b.py
"""


def test_readings_that_gave_the_lines(tmp_path: Path) -> None:
    """The last one first. A whole reading holds any lines up to the number that a reading tool gives, a range its own."""
    thread = main(tmp_path, READS)
    path = digests.key("/srv/kiln/a.py")

    def lines(first: int, count: int) -> list[int]:
        return [act.line for act in precedents.reads(thread, path, first, count)]

    assert [2] == lines(1, -1)
    assert [4, 2] == lines(10, 20)
    assert [4, 2] == lines(15, 10)
    assert [2] == lines(25, 10)
    assert [2] == lines(1981, 20)
    assert [] == lines(1982, 20)
    assert [] == lines(10, -1)


def test_runs_and_failures(tmp_path: Path) -> None:
    """In that folder, not refused, the last one first; failures that are alike, in order."""
    script = """
session 1
run "./fire.sh" fails=cold
run "./fire.sh" denied
run "./fire.sh" fails=hot
run "./fire.sh" fails=cold
run "ls" shelf
run "cd sub && ./fire.sh" fails=cold
"""
    thread = main(tmp_path, script)
    first = thread.acts[0]

    found = list(precedents.runs(thread, first.command, first.cwd))

    assert [8, 6, 2] == [act.line for act in found]
    assert [2, 8] == [act.line for act in precedents.failures_like(thread, found[0])]
    assert [False, False, False, False, True, False] == [precedents.shows(act) for act in thread.acts]


def test_whose_call_it_is(tmp_path: Path) -> None:
    """A child's, the main thread's, or nobody's yet; siblings are the other children."""
    script = """
session 1
spawn a
spawn b
child a of 1 at=10
read a.py
child b of 1 at=20
read b.py
"""
    history = past(tmp_path, script)
    one, a, b = history.threads

    assert b is precedents.thread_of(history, b.acts[0].call)
    assert one is precedents.thread_of(history, one.acts[0].call)
    assert [None, None] == [precedents.thread_of(history, call) for call in (12345, None)]
    assert [[a], [b], []] == [precedents.siblings(history, thread) for thread in (b, a, one)]


def test_the_end_comes_after_everything(tmp_path: Path) -> None:
    """Behind the last act, in the last turn; a thread without turns has an end, too."""
    thread = main(tmp_path, READS)
    end = precedents.end_of(thread, 5)

    assert all(act.order < end.order for act in thread.acts)
    assert (3, 5, 5) == (end.turn, end.t, end.call_t)
    assert NO_TURN == precedents.end_of(main(tmp_path / "empty", "session 1\nask\n"), 5).turn
