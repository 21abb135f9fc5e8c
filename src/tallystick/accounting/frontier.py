"""The depletion frontier: between which figures the plan said no, once it has said so often enough.

No budget and no gauge: other surfaces draw on the same allowance, so a window that went through says nothing, and what
was used when one did not is an observation, grouped by what is known to matter.
"""

from __future__ import annotations

from tallystick.accounting.windows import LENGTH, WOBBLE
from tallystick.model.receipt import Frontier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallystick.model.receipt import Exhaustion

NEEDED = 4  # observations in one partition; fewer would be an anecdote
UNKNOWN = "unknown"
_WEEK = 604_800  # seconds
_FAMILIES = ("opus", "sonnet", "haiku", "fable", "glm", "gpt", "gemini")


class Notice:
    """One line or reading that says that the plan said no: when (ms), which allowance, its reset (epoch s, None:
    unknown), the evidence, and the session it stood in (key).
    """

    __slots__ = ("evidence", "file", "is_weekly", "line", "resets", "session", "t")

    def __init__(
        self, t: int, *, is_weekly: bool, resets: int | None, evidence: str, session: int, file: int, line: int
    ) -> None:
        self.t = t
        self.is_weekly = is_weekly
        self.resets = resets
        self.evidence = evidence
        self.session = session
        self.file = file
        self.line = line


def is_weekly(kind: str) -> bool:
    """Say whether a limit's name is that of a weekly allowance; all others are of five hours."""
    return "week" in kind or "seven_day" in kind


def distinct(notices: Iterable[Notice]) -> list[Notice]:
    """Return the first notice of each exhaustion: a session that goes on asking is refused again, and so are others.

    Two notices of one allowance are the same exhaustion if their resets are one, or, where one of them names no reset,
    if less than the allowance's length lies between them.
    """
    kept: list[Notice] = []
    for one in sorted(notices, key=lambda notice: (notice.t, notice.evidence)):
        if not any(_is_same(first, one) for first in kept):
            kept.append(one)
    return kept


def _is_same(first: Notice, later: Notice) -> bool:
    if first.is_weekly != later.is_weekly:
        return False
    if first.resets is not None and later.resets is not None:
        return abs(first.resets - later.resets) <= WOBBLE
    return later.t - first.t < (_WEEK if first.is_weekly else LENGTH) * 1000


def family(model: str) -> str:
    """Return the family of a model by its name, the name itself where it is of none that is known."""
    return next((name for name in _FAMILIES if name in model), model or UNKNOWN)


def draw(exhaustions: Iterable[Exhaustion]) -> list[Frontier]:
    """Return a frontier for each partition that has seen enough exhaustions of the five-hour allowance."""
    groups: dict[tuple[str, str, str, str], list[Exhaustion]] = {}
    for one in exhaustions:
        if not one.is_weekly:
            groups.setdefault(one.partition, []).append(one)
    return [_frontier(partition, found) for partition, found in sorted(groups.items()) if len(found) >= NEEDED]


def _frontier(partition: tuple[str, str, str, str], found: list[Exhaustion]) -> Frontier:
    cached = [(200 * one.cached + one.prompt) // (2 * one.prompt) for one in found if one.prompt]
    return Frontier(
        partition,
        found,
        output=_range([one.output for one in found]),
        input=_range([one.input for one in found]),
        cached=_range(cached) if cached else (0, 0),
        exposure=_range([one.exposure for one in found]),
    )


def _range(figures: list[int]) -> tuple[int, int]:
    return min(figures), max(figures)
