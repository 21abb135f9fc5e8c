"""What was wasted: findings of a stretch of time, their sums, and rows of what they are grouped by."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.finding import Finding


class WastedSum:
    """Findings counted and added up: payload in tokens (estimated), exposure in token-turns (derived).

    `by_label` counts them; `top` is the one with the most payload, None where there is none.
    """

    __slots__ = ("by_label", "exposure", "findings", "tokens", "top")

    def __init__(self) -> None:
        self.findings = 0
        self.tokens = 0
        self.exposure = 0
        self.by_label: dict[str, int] = {}
        self.top: Finding | None = None


class WastedRow:
    """One row: `direct` is what the direct sum takes of it, `others` what is only counted or shown apart."""

    __slots__ = ("about", "direct", "label", "others")

    def __init__(self, label: str, about: str, direct: WastedSum, others: WastedSum) -> None:
        self.label = label
        self.about = about
        self.direct = direct
        self.others = others


class Glance:
    """The direct sum at a glance: payload tokens of today and of the current window, all of it, and what was acquired.

    `tops` are the largest findings: payload tokens, what each is of, the evidence of its later event.
    """

    __slots__ = ("acquired", "findings", "today", "tokens", "tops", "window")

    def __init__(
        self,
        *,
        today: int,
        window: int,
        tokens: int,
        findings: int,
        acquired: int,
        tops: list[tuple[int, str, str]],
    ) -> None:
        self.today = today
        self.window = window
        self.tokens = tokens
        self.findings = findings
        self.acquired = acquired
        self.tops = tops


class Wasted:
    """The whole answer: `acquired` is all tool payload of the same stretch (tokens), `by_signature` holds every one.

    `windows` are the names of windows by their start (ms) and `officials` those that the plan's own reset gave.
    """

    __slots__ = (
        "acquired",
        "by",
        "by_signature",
        "direct",
        "files",
        "findings",
        "rows",
        "searched",
        "sessions",
        "timezone",
        "windows",
    )

    def __init__(self, by: str, *, timezone: str, searched: list[str]) -> None:
        self.by = by
        self.timezone = timezone
        self.searched = searched
        self.files = 0
        self.sessions = 0
        self.acquired = 0
        self.findings: list[Finding] = []
        self.by_signature: dict[str, WastedSum] = {}
        self.direct = WastedSum()
        self.rows: list[WastedRow] = []
        self.windows: dict[int, str] = {}
