"""Compares two arms task by task, on each surface by itself, with a bootstrap interval of the mean difference."""

from __future__ import annotations

from tallystick.model.comparison import Comparison, Interval, Pair, Paired
from tallystick.model.transformation import Sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tallystick.model.transformation import Changes

RESAMPLES = 2000
_TAIL = 50  # of 2000: 2.5 percent at each end


def compare(a: Changes, b: Changes, names: tuple[str, str], dice: Callable[[], Callable[[], float]]) -> Comparison:
    """Set two arms side by side; `dice` gives fresh dice, which throw the same numbers from 0 to below 1 each time."""
    found = Comparison(*names)
    for place, arm in enumerate((a, b)):
        for task in arm.tasks:
            for group, sums in task.groups.items():
                found.groups.setdefault(group, (Sums(), Sums()))[place].add(sums)
    found.groups = dict(sorted(found.groups.items()))
    means = _means(a), _means(b)
    tasks = _runs(a).keys(), _runs(b).keys()
    found.only_a, found.only_b = sorted(tasks[0] - tasks[1]), sorted(tasks[1] - tasks[0])
    for surface in sorted({group[0] for group in found.groups}):
        pairs = [
            Pair(task, surface, *(mean.get((task, surface), 0.0) for mean in means))
            for task in sorted(tasks[0] & tasks[1])
        ]
        found.surfaces.append(_paired(surface, pairs, dice()))
    found.breaks = sum(len(one.breaks) for one in a.tasks), sum(len(one.breaks) for one in b.tasks)
    return found


def interval(differences: Sequence[float], dice: Callable[[], float]) -> Interval | None:
    """Return where the mean lies by resampling tasks with replacement: the middle 95 percent of the means.

    None for fewer than two tasks: one task says nothing about others.
    """
    count = len(differences)
    if count < 2:
        return None
    means = sorted(sum(differences[int(dice() * count)] for _ in range(count)) / count for _ in range(RESAMPLES))
    method = f"95 % percentile bootstrap over {count} tasks, {RESAMPLES:,} resamples, seed 0"
    return Interval(means[_TAIL - 1], means[-_TAIL], method)


def _paired(surface: str, pairs: list[Pair], dice: Callable[[], float]) -> Paired:
    differences = [pair.difference for pair in pairs]
    mean = sum(differences) / len(differences) if differences else 0.0
    return Paired(surface, pairs, mean, interval(differences, dice))


def _runs(arm: Changes) -> dict[str, int]:
    """Return how often each task was run."""
    found: dict[str, int] = {}
    for task in arm.tasks:
        found[task.task] = found.get(task.task, 0) + 1
    return found


def _means(arm: Changes) -> dict[tuple[str, str], float]:
    """Return the bytes by which a task changed a surface, as the mean of its runs."""
    runs = _runs(arm)
    found: dict[tuple[str, str], int] = {}
    for task in arm.tasks:
        for group, sums in task.groups.items():
            key = task.task, group[0]
            found[key] = found.get(key, 0) + sums.delta_bytes
    return {key: total / runs[key[0]] for key, total in found.items()}
