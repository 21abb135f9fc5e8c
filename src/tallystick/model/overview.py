"""The overview: three stretches of time on one screen, and what the history behind them covers."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.answers import Coverage
    from tallystick.model.mechanisms import MechanismSavings
    from tallystick.model.saved import SavedSum
    from tallystick.model.spending import BookUsed, Figures
    from tallystick.model.wasted import Glance


class Stretch:
    """A stretch of time and what was spent in it."""

    __slots__ = ("figures", "label")

    def __init__(self, label: str, figures: Figures) -> None:
        self.label = label
        self.figures = figures


class Overview:
    """Stretches, the longest last; `day` and `window` are the current ones, in the zone's own time.

    `unattributed` is None where no client keeps totals; `differing` counts the sessions of the last week whose client's
    own cost is not ours; `has_official` says that the window is the plan's own and not one of the grid. `saved` is what
    the ledger of savings holds, `saved_today` the tokens of today's rows; `mechanisms`
    is what context mechanisms avoided.
    """

    __slots__ = (
        "book",
        "coverage",
        "covered",
        "differing",
        "has_official",
        "mechanisms",
        "rejections",
        "saved",
        "saved_today",
        "searched",
        "sessions",
        "stretches",
        "unattributed",
        "wasted",
    )

    def __init__(
        self,
        *,
        stretches: list[Stretch],
        unattributed: Figures | None,
        coverage: Coverage,
        covered: tuple[str, str] | None,
        sessions: int,
        rejections: int,
        differing: int,
        book: BookUsed,
        searched: list[str],
        has_official: bool,
        wasted: Glance | None = None,
        saved: SavedSum | None = None,
        saved_today: int = 0,
        mechanisms: MechanismSavings | None = None,
    ) -> None:
        self.stretches = stretches
        self.unattributed = unattributed
        self.coverage = coverage
        self.covered = covered
        self.sessions = sessions
        self.rejections = rejections
        self.differing = differing
        self.book = book
        self.searched = searched
        self.has_official = has_official
        self.wasted = wasted
        self.saved = saved
        self.saved_today = saved_today
        self.mechanisms = mechanisms
