"""What the ledger of savings says: sums by group, and the rows that are refused."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class SavedSum:
    """Sums over rows. Tokens are estimates of their producers; `cost` is in attodollars, at the prices that the rows
    name. Percents are whole, from 1 to 100: `pooled` of all that was there before, `mean` and `latest` of single rows;
    None where no row says what was there before. `net` is what is left when what was read again and what helpers cost
    is taken off (it may be less than nothing), None where that is not known.
    """

    __slots__ = ("before", "cost", "latest", "mean", "net", "pooled", "rows", "saved")

    def __init__(
        self,
        *,
        rows: int,
        saved: int,
        before: int | None,
        cost: int,
        pooled: int | None,
        mean: int | None,
        latest: int | None,
        net: int | None,
    ) -> None:
        self.rows = rows
        self.saved = saved
        self.before = before
        self.cost = cost
        self.pooled = pooled
        self.mean = mean
        self.latest = latest
        self.net = net


class Saved:
    """The answer of `tally saved`: a sum for each group in order, of all of them, and the line (from 1) and reason of
    each row that is refused. `share` is what was saved of all that the session would have sent (percent), None where
    no session was asked for or it is not known; `place` is the ledger.
    """

    __slots__ = ("by", "groups", "place", "refused", "session", "share", "totals")

    def __init__(
        self,
        *,
        by: str,
        groups: Sequence[tuple[str, SavedSum]],
        totals: SavedSum,
        refused: Sequence[tuple[int, str]],
        session: str | None,
        share: int | None,
        place: str,
    ) -> None:
        self.by = by
        self.groups = groups
        self.totals = totals
        self.refused = refused
        self.session = session
        self.share = share
        self.place = place
