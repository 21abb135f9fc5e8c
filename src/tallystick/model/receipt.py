"""The receipt of a five-hour window: what arrived twice, what that weighed, how far the work got, what limits said."""

from __future__ import annotations

from tallystick.model.finding import COUNTED, DIRECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.finding import Finding


class Share:
    """A transcript's share of a window: its turns, the evidence of the first and the last (None where the line that
    told of it is gone), and the highest rung it proved there with its evidence.
    """

    __slots__ = ("first", "last", "rung", "rung_evidence", "session", "transcript", "turns")

    def __init__(self, transcript: str, session: str) -> None:
        self.transcript = transcript
        self.session = session
        self.turns = 0
        self.first: str | None = None
        self.last: str | None = None
        self.rung = 0
        self.rung_evidence: str | None = None


class Receipt:
    """One window: `start` and `end` in epoch seconds, None for what happened at no known time.

    `findings` are those whose later event lies in the window, `exposure` are the token-turns that accrued in it for the
    redundant results of the direct signatures, also of earlier windows' (`carried` names their evidence).
    `acquired` is all tool payload of the window in tokens. `shares` are of transcripts that are no stubs.
    """

    __slots__ = ("acquired", "carried", "end", "exposure", "findings", "is_official", "shares", "start")

    def __init__(self, start: int | None, end: int | None, *, is_official: bool) -> None:
        self.start = start
        self.end = end
        self.is_official = is_official
        self.findings: list[Finding] = []
        self.exposure = 0
        self.carried: list[tuple[int, Finding]] = []
        self.acquired = 0
        self.shares: list[Share] = []

    @property
    def direct(self) -> list[Finding]:
        """The findings that make the direct inefficiency, the largest first."""
        found = [one for one in self.findings if one.signature in DIRECT]
        return sorted(found, key=lambda one: (-one.payload_tokens, one.t, one.evidence))

    @property
    def counted(self) -> list[Finding]:
        """The findings that are only counted."""
        return [one for one in self.findings if one.signature in COUNTED]

    @property
    def direct_tokens(self) -> int:
        """Payload tokens of the redundant results (estimated)."""
        return sum(one.payload_tokens for one in self.direct)

    @property
    def sessions(self) -> int:
        """Transcripts with a turn in the window, children's included."""
        return sum(share.turns > 0 for share in self.shares)

    @property
    def turns(self) -> int:
        """Model turns of all transcripts."""
        return sum(share.turns for share in self.shares)

    @property
    def best(self) -> Share | None:
        """The share with the highest rung, the first of several; None where none was proven."""
        proven = [share for share in self.shares if share.rung]
        return max(proven, key=lambda share: share.rung, default=None)

    def reached(self, rung: int) -> int:
        """Return how many transcripts proved this rung or a higher one."""
        return sum(share.rung >= rung for share in self.shares)


class Exhaustion:
    """A moment (ms) at which the plan said no, with the evidence of it, and what was used in its window until then.

    `partition` is tier, model family, effort and month: it groups observations, it converts nothing. `cached` and
    `prompt` are the tokens of prompts that were read from the cache, and all of them; `exposure` is of the window.
    """

    __slots__ = ("cached", "evidence", "exposure", "input", "is_weekly", "output", "partition", "prompt", "t")

    def __init__(
        self,
        t: int,
        evidence: str,
        *,
        is_weekly: bool,
        partition: tuple[str, str, str, str] = ("unknown", "unknown", "unknown", "unknown"),
    ) -> None:
        self.t = t
        self.evidence = evidence
        self.is_weekly = is_weekly
        self.partition = partition
        self.output = self.input = self.cached = self.prompt = self.exposure = 0


class Frontier:
    """Exhaustions of one partition that are enough to say between which figures they lay; each range is (least, most).

    `cached` is the share of prompts read from the cache in percent, rounded.
    """

    __slots__ = ("cached", "exposure", "input", "observed", "output", "partition")

    def __init__(
        self,
        partition: tuple[str, str, str, str],
        observed: list[Exhaustion],
        *,
        output: tuple[int, int],
        input: tuple[int, int],  # noqa: A002 - the field's own name
        cached: tuple[int, int],
        exposure: tuple[int, int],
    ) -> None:
        self.partition = partition
        self.observed = observed
        self.output = output
        self.input = input
        self.cached = cached
        self.exposure = exposure


class Statement:
    """Receipts in the order of their windows, and what limits said in the whole index.

    `is_whole` says that the receipts are a list to choose from rather than the one that was asked for.
    """

    __slots__ = ("exhaustions", "files", "frontiers", "is_whole", "receipts", "searched", "timezone")

    def __init__(
        self,
        receipts: list[Receipt],
        *,
        is_whole: bool,
        exhaustions: list[Exhaustion],
        frontiers: list[Frontier],
        timezone: str,
        files: int,
        searched: list[str],
    ) -> None:
        self.receipts = receipts
        self.is_whole = is_whole
        self.exhaustions = exhaustions
        self.frontiers = frontiers
        self.timezone = timezone
        self.files = files
        self.searched = searched
