"""What a report on spending says: figures in rows, what stands beside them, and how far they reach."""

from __future__ import annotations


class Figures:
    """Sums over responses: tokens by class, list price in attodollars, and what has no price.

    `write_unknown` are cache writes of unknown lifetime. `cost` covers `priced` responses; `unpriced` gives for a model
    the responses and tokens that it leaves out. `models` gives the responses of each model.
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
    """One row: `key` for machines, `label` for people, the figures of all, and of main and child transcripts apart."""

    __slots__ = ("all", "key", "label", "main", "order", "subagents")

    def __init__(self, key: str, label: str, *, order: object, all: Figures, main: Figures, subagents: Figures) -> None:  # noqa: A002 - the figures' own name
        self.key = key
        self.label = label
        self.order = order
        self.all = all
        self.main = main
        self.subagents = subagents


class Coverage:
    """How far the index reaches: first and last moment (epoch ms, None: no time known) and counts of what it read."""

    __slots__ = ("files", "first_ms", "gone", "last_ms", "no_longer_present", "rejections", "responses", "sessions", "unreadable")

    def __init__(
        self,
        *,
        first_ms: int | None = None,
        last_ms: int | None = None,
        files: int = 0,
        gone: int = 0,
        unreadable: int = 0,
        responses: int = 0,
        no_longer_present: int = 0,
        sessions: int = 0,
        rejections: int = 0,
    ) -> None:
        self.first_ms = first_ms
        self.last_ms = last_ms
        self.files = files
        self.gone = gone
        self.unreadable = unreadable
        self.responses = responses
        self.no_longer_present = no_longer_present
        self.sessions = sessions
        self.rejections = rejections


class Spending:
    """A report: rows that add up to `totals`, usage that no transcript line shows beside both, and the price list used.

    `unattributed` is None where no client keeps totals of its own. `discounts` are factors as text, by provider.
    """

    __slots__ = (
        "book_as_of",
        "book_origin",
        "book_sha256",
        "book_version",
        "by",
        "coverage",
        "discounts",
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
        discounts: dict[str, str],
        searched: list[str],
        book_version: str,
        book_sha256: str,
        book_as_of: str | None,
        book_origin: str,
    ) -> None:
        self.by = by
        self.timezone = timezone
        self.rows = rows
        self.totals = totals
        self.unattributed = unattributed
        self.coverage = coverage
        self.discounts = discounts
        self.searched = searched
        self.book_version = book_version
        self.book_sha256 = book_sha256
        self.book_as_of = book_as_of
        self.book_origin = book_origin
