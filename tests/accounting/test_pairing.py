"""Two arms, task by task."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tallystick.accounting.pairing import RESAMPLES, compare, interval
from tallystick.model.transformation import ChainBreak, Changes, Sums, TaskChanges

GROUP = ("tool_output", "harness", "tool_output_filter", "strip_ansi")


def an_arm(*tasks: tuple[str, int | None]) -> Changes:
    """An arm in which each task changed so many bytes on one surface, or none at all."""
    arm = Changes()
    for name, delta in tasks:
        task = TaskChanges("run", name, "ledger")
        if delta is not None:
            task.groups[GROUP] = Sums()
            task.groups[GROUP].events = 1
            task.groups[GROUP].delta_bytes = delta
        arm.tasks.append(task)
    return arm


def counting() -> Callable[[], float]:
    """Dice that throw 0, 0.5, 0, 0.5 and so on."""

    def throw() -> Iterator[float]:
        while True:
            yield from (0.0, 0.5)

    return throw().__next__


def test_pairs() -> None:
    """Tasks of both arms are pairs, also where one of them changed nothing; others are named."""
    a = an_arm(("t1", -100), ("t2", -50), ("only a", -1))
    b = an_arm(("t1", -10), ("t2", None), ("only b", None))
    found = compare(a, b, ("a", "b"), counting)
    (surface,) = found.surfaces

    assert [(pair.task, pair.a, pair.b, pair.difference) for pair in surface.pairs] == [
        ("t1", -100, -10, 90),
        ("t2", -50, 0, 50),
    ]
    assert surface.mean == 70  # (90 + 50) / 2
    assert (found.only_a, found.only_b) == (["only a"], ["only b"])
    assert [one.delta_bytes for one in found.groups[GROUP]] == [-151, -10]


def test_several_runs_of_a_task() -> None:
    """The mean of its runs counts, so that two runs are not twice the effect."""
    found = compare(an_arm(("t1", -100), ("t1", -50)), an_arm(("t1", -20)), ("a", "b"), counting)

    assert [(pair.a, pair.b) for pair in found.surfaces[0].pairs] == [(-75, -20)]
    assert found.surfaces[0].interval is None


def test_no_task_in_common() -> None:
    """Nothing is paired, and nothing is said of a mean."""
    found = compare(an_arm(("t1", -100)), an_arm(("t2", -20)), ("a", "b"), counting)

    assert (found.surfaces[0].pairs, found.surfaces[0].mean, found.surfaces[0].interval) == ([], 0.0, None)


def test_breaks_are_counted() -> None:
    """Of each arm."""
    a = an_arm(("t1", 1))
    a.tasks[0].breaks.append(ChainBreak((), line=1, event="tx"))

    assert compare(a, an_arm(), ("a", "b"), counting).breaks == (1, 0)


def test_interval() -> None:
    """Dice that always throw both tasks give their mean; one task gives nothing."""
    found = interval([10.0, 30.0], counting())

    assert found is not None
    assert (found.low, found.high) == (20.0, 20.0)
    assert found.method == "95 % percentile bootstrap over 2 tasks, 2,000 resamples, seed 0"
    assert interval([10.0], counting()) is None


def test_interval_leaves_out_a_fortieth() -> None:
    """Means 1, 2, ... 2000 (one task thrown twice each time): the 50th from each end."""
    thrown = iter(number / RESAMPLES for number in range(RESAMPLES) for _ in range(RESAMPLES))
    values = [float(number) for number in range(1, RESAMPLES + 1)]

    found = interval(values, thrown.__next__)

    assert found is not None
    assert (found.low, found.high) == pytest.approx((50, 1951))
