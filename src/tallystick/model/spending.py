"""What a report on spending says: figures in rows, what stands beside them, and how far they reach."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tallystick.model.answers import Coverage

UNKNOWN = "unknown"

# The token counts of a report by their names for machines, and the attribute of Figures that holds each.
TOKENS = (
    ("input_tokens", "input"),
    ("cache_write_5m_tokens", "written"),
    ("cache_write_1h_tokens", "write_1h"),
    ("cache_read_tokens", "read"),
    ("output_tokens", "output"),
)


class Figures:
    """Sums over responses: tokens by class, list price in attodollars, and what has no price.

    `write_unknown` are cache writes of unknown lifetime. `cost` is the sum of `priced` rows; `unpriced` gives for a
    model the responses and tokens that it leaves out. `models` gives the responses of each model.
    """

    __slots__ = (
        "cost",
        "input",
        "lower",
        "models",
        "output",
        "priced",
        "read",
        "responses",
        "searches",
        "unpriced",
        "write_1h",
        "write_5m",
        "write_unknown",
    )

    def __init__(self) -> None:
        self.responses = self.lower = self.priced = 0
        self.input = self.write_5m = self.write_1h = self.write_unknown = self.read = self.output = self.searches = 0
        self.cost = 0
        self.models: dict[str, int] = {}
        self.unpriced: dict[str, tuple[int, int]] = {}

    @property
    def known_cost(self) -> int | None:
        """The cost, None where there is something to price and none of it has a price."""
        return None if self.unpriced and not self.priced else self.cost

    @property
    def is_lower_bound(self) -> bool:
        """Whether the true cost may be more: responses without their end, or usage without a price."""
        return bool(self.lower or self.unpriced)

    @property
    def written(self) -> int:
        """Cache writes priced as five-minute writes: those, and those of unknown lifetime."""
        return self.write_5m + self.write_unknown

    @property
    def unpriced_tokens(self) -> int:
        """Tokens of every class that the cost leaves out."""
        return sum(tokens for _, tokens in self.unpriced.values())


class SpentRow:
    """One row: `key` for machines, `label` and `about` for people; figures of all, of main and of child transcripts."""

    __slots__ = ("about", "all", "key", "label", "main", "subagents")

    def __init__(
        self,
        key: str,
        label: str,
        about: str,
        *,
        all: Figures,  # noqa: A002 - the figures' own name
        main: Figures,
        subagents: Figures,
    ) -> None:
        self.key = key
        self.label = label
        self.about = about
        self.all = all
        self.main = main
        self.subagents = subagents


class BookUsed:
    """The price list behind a report: version, hash of its files, the newest date on which its prices were checked, the
    file it came from ("shipped": the package's own), and the discounts on it (factors as text, by provider).
    """

    __slots__ = ("as_of", "discounts", "origin", "sha256", "version")

    def __init__(self, *, version: str, sha256: str, as_of: str | None, origin: str, discounts: dict[str, str]) -> None:
        self.version = version
        self.sha256 = sha256
        self.as_of = as_of
        self.origin = origin
        self.discounts = discounts


class Spending:
    """A report: rows that add up to `totals`, usage that no transcript line shows beside both, and how far it reaches.

    `unattributed` is None where no client keeps totals of its own; `searched` are the folders that were looked into.
    """

    __slots__ = (
        "book",
        "by",
        "coverage",
        "notes",
        "rejections",
        "rows",
        "searched",
        "timezone",
        "totals",
        "unattributed",
    )

    def __init__(
        self,
        *,
        by: str,
        timezone: str,
        rows: list[SpentRow],
        totals: SpentRow,
        unattributed: Figures | None,
        coverage: Coverage,
        rejections: int,
        book: BookUsed,
        searched: list[str],
        notes: list[str],
    ) -> None:
        self.by = by
        self.timezone = timezone
        self.rows = rows
        self.totals = totals
        self.unattributed = unattributed
        self.coverage = coverage
        self.rejections = rejections
        self.book = book
        self.searched = searched
        self.notes = notes
