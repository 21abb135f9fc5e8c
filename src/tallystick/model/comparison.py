"""Two arms of an experiment side by side: what each changed, and how much the same tasks differ."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.transformation import Sums


class Interval:
    """Where the mean of differences lies: bounds of a bootstrap in bytes, and how it was made."""

    __slots__ = ("high", "low", "method")

    def __init__(self, low: float, high: float, method: str) -> None:
        self.low = low
        self.high = high
        self.method = method


class Pair:
    """One task on one surface in both arms: bytes by which it grew or shrank, the mean of its runs in each."""

    __slots__ = ("a", "b", "surface", "task")

    def __init__(self, task: str, surface: str, a: float, b: float) -> None:
        self.task = task
        self.surface = surface
        self.a = a
        self.b = b

    @property
    def difference(self) -> float:
        """The second arm minus the first."""
        return self.b - self.a


class Paired:
    """All tasks of one surface: mean difference of pairs, its interval where there are at least two."""

    __slots__ = ("interval", "mean", "pairs", "surface")

    def __init__(self, surface: str, pairs: list[Pair], mean: float, interval: Interval | None) -> None:
        self.surface = surface
        self.pairs = pairs
        self.mean = mean
        self.interval = interval


class Comparison:
    """Two arms: sums by surface, layer, bucket and mechanism, pairs by surface, and tasks that one arm alone has."""

    __slots__ = ("a", "b", "breaks", "groups", "only_a", "only_b", "surfaces")

    def __init__(self, a: str, b: str) -> None:
        self.a = a
        self.b = b
        self.groups: dict[tuple[str, str, str, str], tuple[Sums, Sums]] = {}
        self.surfaces: list[Paired] = []
        self.only_a: list[str] = []
        self.only_b: list[str] = []
        self.breaks = (0, 0)
