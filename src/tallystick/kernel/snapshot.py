"""What the status line knows at one render: all that a segment may look at. None is unknown, and never shown as 0."""

from __future__ import annotations

from tallystick.kernel.styled import name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.kernel.hotprices import Estimate
    from tallystick.kernel.savings import Percents
    from tallystick.kernel.sessionfold import SessionFold
    from tallystick.kernel.tracker import Tracker

_WINDOW = 200_000  # tokens, where the client does not say
_LARGEST = 1 << 53


class Wasted:
    """What a sync found wasted in the session: tokens, and whether the session went on since."""

    __slots__ = ("is_stale", "tokens")

    def __init__(self, tokens: int, *, is_stale: bool) -> None:
        self.tokens = tokens
        self.is_stale = is_stale


class Snapshot:
    """One render's knowledge. Tokens are whole numbers, money in dollars is the client's own, shares are percents.

    `used` is the last call's input, reads, writes and output; `context` the tokens of its input alone. `fold` holds the
    running totals; where `is_complete` is false, some of the transcript is still to be read.
    """

    __slots__ = (
        "account",
        "branch",
        "cache",
        "context",
        "cost",
        "effort",
        "estimate",
        "five_hours",
        "fold",
        "is_complete",
        "is_hooked",
        "is_over_200k",
        "login",
        "model",
        "now_s",
        "project",
        "savings",
        "session",
        "seven_days",
        "share",
        "tracker",
        "used",
        "version",
        "wasted",
        "window",
    )

    def __init__(self) -> None:
        self.version = ""
        self.is_hooked = False
        self.session = self.model = self.effort = self.project = self.branch = self.login = self.account = ""
        self.used = self.window = self.now_s = 0
        self.context: int | None = None
        self.share: float | None = None
        self.is_over_200k = False
        self.cost: float | None = None
        self.five_hours: float | None = None
        self.seven_days: float | None = None
        self.cache: tuple[float | None, float | None] | None = None  # hit ratio, when it expires (epoch s)
        self.tracker: Tracker | None = None
        self.fold: SessionFold | None = None
        self.is_complete = True
        self.estimate: Estimate | None = None
        self.savings: Percents | None = None
        self.wasted: Wasted | None = None


class Payload:
    """The client's object, asked by path; what is missing or of another kind is unknown."""

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def at(self, *path: str) -> object:
        """Return what stands at a path, None where nothing does."""
        found = self._value
        for step in path:
            if not isinstance(found, dict):
                return None
            found = found.get(step)
        return found

    def text(self, *path: str) -> str:
        """Return a text, "" where there is none."""
        found = self.at(*path)
        return found if isinstance(found, str) else ""

    def number(self, *path: str) -> float | None:
        """Return a finite number of zero or more, None for anything else."""
        found = self.at(*path)
        if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= _LARGEST:
            return None
        return found

    def tokens(self, *path: str) -> int | None:
        """Return a whole number of tokens, None where there is none."""
        found = self.number(*path)
        return None if found is None else int(found)


_USED = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")


def take(payload: Payload) -> Snapshot:
    """Return what the client's object says."""
    found = Snapshot()
    found.session = name(payload.text("session_id"))
    found.model = name(payload.text("model", "display_name")) or name(payload.text("model", "id"))
    found.effort = name(payload.text("effort", "level"))
    found.used = sum(payload.tokens("context_window", "current_usage", one) or 0 for one in _USED)
    found.window = payload.tokens("context_window", "context_window_size") or _WINDOW
    found.context = payload.tokens("context_window", "total_input_tokens")
    found.share = payload.number("context_window", "used_percentage")
    found.is_over_200k = payload.at("exceeds_200k_tokens") is True
    found.cost = payload.number("cost", "total_cost_usd")
    found.five_hours = payload.number("rate_limits", "five_hour", "used_percentage")
    found.seven_days = payload.number("rate_limits", "seven_day", "used_percentage")
    if isinstance(payload.at("prompt_cache"), dict):
        found.cache = (payload.number("prompt_cache", "hit_ratio"), payload.number("prompt_cache", "expires_at"))
    return found


def whole_percent(share: float) -> str:
    """Return a share as a reader sees it: rounded half away from zero, and "<1" for what is not nothing."""
    rounded = int(share + 0.5)
    return "<1" if share and not rounded else str(rounded)
