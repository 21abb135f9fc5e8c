"""Rows of a price list, and their compiled form: plain tuples and dicts that `marshal` can keep between runs.

A row is in force from the first instant of `effective_from` (None: always) until just before `effective_until` (None:
open), both UTC. Rows of one model and tier that would answer the same question twice are refused.
"""

from __future__ import annotations

from tallystick.errors import PriceError
from tallystick.kernel.models import API, GLOBAL, GOV, REGIONAL
from tallystick.kernel.money import millionths, per_request, per_token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ANY = "any"  # a row that answers for every tier which has no row of its own for that model
TIERS = (API, GLOBAL, REGIONAL, GOV, ANY)

FORMAT = 1  # of the compiled form
SHIPPED = "shipped"  # the origin of a list that is the package's own
REFRESHED = "shipped, and AWS Price List of "  # begins the origin of one with refreshed prices over it
ALWAYS = -(2**62)
OPEN = 2**62

RATE_FIELDS = ("input", "cache_write_5m", "cache_write_1h", "cache_read", "output", "web_search")
FACTOR_FIELDS = ("fast", "us_geo", "batch")
FIELDS = (
    "provider",
    "model",
    "tier",
    "effective_from",
    "effective_until",
    "context_threshold",
    *RATE_FIELDS,
    *FACTOR_FIELDS,
    "source",
    "as_of",
)


def is_published(origin: str) -> bool:
    """Whether a list of this origin holds published prices: the shipped ones, also with refreshed ones over them."""
    return origin == SHIPPED or origin.startswith(REFRESHED)


class Row:
    """One line of a price list.

    Rates are decimal text in USD per million tokens (`web_search`: per thousand requests), None where not sold; `fast`,
    `us_geo` and `batch` are the factors of those variants, None where the variant is not sold. A row with a
    `context_threshold` answers for every class of a request whose whole prompt is strictly greater.
    """

    __slots__ = FIELDS

    def __init__(
        self,
        *,
        provider: str,
        model: str,
        tier: str,
        effective_from: str | None = None,
        effective_until: str | None = None,
        context_threshold: int = 0,
        input: str | None = None,  # noqa: A002 - the field's own name
        cache_write_5m: str | None = None,
        cache_write_1h: str | None = None,
        cache_read: str | None = None,
        output: str | None = None,
        web_search: str | None = None,
        fast: str | None = None,
        us_geo: str | None = None,
        batch: str | None = None,
        source: str = "",
        as_of: str | None = None,
    ) -> None:
        self.provider = provider
        self.model = model
        self.tier = tier
        self.effective_from = effective_from
        self.effective_until = effective_until
        self.context_threshold = context_threshold
        self.input = input
        self.cache_write_5m = cache_write_5m
        self.cache_write_1h = cache_write_1h
        self.cache_read = cache_read
        self.output = output
        self.web_search = web_search
        self.fast = fast
        self.us_geo = us_geo
        self.batch = batch
        self.source = source
        self.as_of = as_of

    def astuple(self) -> tuple[str | int | None, ...]:
        """Return the fields in the order of FIELDS."""
        return tuple(getattr(self, field) for field in FIELDS)


def instant(text: str) -> int:
    """Turn "2026-10-07" or "2026-10-07T09:30Z" into epoch milliseconds; PriceError for anything else.

    A time must be a quarter of an hour: usage is kept by such quarters, and none may straddle a change of price.
    """
    from datetime import UTC, datetime  # not at the top: a start with a kept price list needs none

    day, mark, clock = text.partition("T")
    plain = len(day) == 10 and day[4] == day[7] == "-" and (not mark or (len(clock) in {6, 9} and clock[-1] == "Z"))
    try:
        seconds = int(datetime.fromisoformat(text if plain else "").replace(tzinfo=UTC).timestamp())
    except ValueError:
        raise PriceError(f"{text[:40]!r} is no date; write 2026-10-07 or 2026-10-07T09:30Z") from None
    if seconds % 900:
        raise PriceError(f"{text!r} is not on a quarter of an hour")
    return seconds * 1000


def compile_rows(rows: tuple[Row, ...], *, version: str = "", sha256: str = "", origin: str = "") -> tuple[object, ...]:
    """Compile rows for PriceBook.from_compiled; PriceError names the row where two overlap or a value is unusable."""
    index: dict[str, dict[str, list[int]]] = {}
    numbers = []
    for position, row in enumerate(rows):
        numbers.append(_numbers(row, position))
        index.setdefault(row.model, {}).setdefault(row.tier, []).append(position)
    thresholds = tuple(sorted({row.context_threshold for row in rows} - {0}))
    segments = {
        model: {tier: _segments(rows, numbers, positions) for tier, positions in tiers.items()}
        for model, tiers in index.items()
    }
    as_of = max((row.as_of for row in rows if row.as_of), default=None)
    texts = tuple(row.astuple() for row in rows)
    return (FORMAT, version, sha256, origin, as_of, thresholds, segments, tuple(numbers), texts)


def _numbers(row: Row, position: int) -> tuple[int | None, ...]:
    """Return from, until (ms), the six rates (atto) and the three factors (millionths) of a row."""
    numbers = []
    for field, read in _READERS:
        text = getattr(row, field)
        try:
            numbers.append(None if text is None else read(text))
        except PriceError as error:
            raise PriceError(f"rows[{position}].{field} ({row.model}, {row.tier}): {error}") from None
    start, end = numbers[0], numbers[1]
    if start is not None and end is not None and start >= end:
        raise PriceError(f"rows[{position}] ({row.model}, {row.tier}): effective_until is not after effective_from")
    return (ALWAYS if start is None else start, OPEN if end is None else end, *numbers[2:11])


def _factor(text: str) -> int:
    factor = millionths(text)
    # Two factors of three decimals each, on a price of six, still come out whole in attodollars.
    if factor == 0 or factor % 1000:
        raise PriceError(f"{text!r} is no factor; write a number above zero with at most three decimals")
    return factor


_READERS: tuple[tuple[str, Callable[[str], int]], ...] = (
    ("effective_from", instant),
    ("effective_until", instant),
    *((field, per_token) for field in RATE_FIELDS[:5]),
    ("web_search", per_request),
    *((field, _factor) for field in FACTOR_FIELDS),
    ("as_of", instant),
)


def _segments(
    rows: tuple[Row, ...], numbers: list[tuple[int | None, ...]], positions: list[int]
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the instants at which something changes, and for the time after each the rows in force, largest threshold
    first. No row in force is an empty tuple.
    """
    spans = [(int(numbers[p][0] or 0), int(numbers[p][1] or 0), p) for p in positions]
    starts = sorted({ALWAYS, *(s[0] for s in spans), *(s[1] for s in spans if s[1] != OPEN)})
    in_force = []
    for start in starts:
        here = [p for begin, end, p in spans if begin <= start < end]
        here.sort(key=lambda p: -rows[p].context_threshold)
        for place, one in enumerate(here[1:]):
            other, row = here[place], rows[one]
            if row.context_threshold == rows[other].context_threshold:
                raise PriceError(
                    f"rows[{min(one, other)}] and rows[{max(one, other)}] both price {row.model} ({row.tier}) "
                    "at the same time; end one where the other begins"
                )
        in_force.append(tuple(here))
    return tuple(starts), tuple(in_force)
