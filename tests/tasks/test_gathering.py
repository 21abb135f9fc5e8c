"""Gathering: sums where they can be priced, single responses where they cannot, and every response exactly once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.costing import Pricer
from tallystick.accounting.periods import Calendar, find_zone
from tallystick.accounting.pricebook import PriceBook
from tallystick.accounting.spending import add_all
from tallystick.model.usage import UsageRow
from tallystick.store import queries, sums
from tallystick.store.index import Index, open_index
from tallystick.tasks import gathering
from tallystick.tasks.choosing import Choice, Question
from tests.accounting.pricelist import row
from tests.casebook.thread import Thread, text, usage
from tests.histories import lay
from tests.indexes import synced

UTC = find_zone("UTC")
Priced = tuple[UsageRow, int | None]
START_MS = 1_772_442_000_000  # 2026-03-02T09:00Z, the first moment of a thread
START_Q = START_MS // 900_000
DOLLAR_A_MILLION = 10**12


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """Three responses of model m, at 09:00:00, 09:20:00 and 10:30:00, of 1, 10 and 100 input tokens."""
    made = Thread(1)
    for place, seconds in enumerate((0, 1200, 5400)):
        made.at(seconds).say(f"msg_{place}", text("."), usage(10**place, 0, 0), model="m")
    synced(tmp_path / "root", lay(tmp_path / "claude", made))
    opened = open_index(str(tmp_path / "root"))
    assert opened is not None
    return opened


def gathered(index: Index, book: PriceBook, **fields: int) -> list[Priced]:
    """What a question by day gathers under a price list."""
    choice = Choice(Question("day", UTC, **fields), index, {})  # type: ignore[arg-type]
    pricer = Pricer(book, queries.names_of(index, sums.models(index)), {})
    cuts = gathering.find_cuts(index, choice, Calendar("day", UTC), book)
    return gathering.gather(index, choice, (), cuts, pricer)


def inputs(priced: list[Priced]) -> list[tuple[int, int | None]]:
    """Input tokens and millionths of a dollar of each row."""
    return sorted((one.input, None if price is None else price // DOLLAR_A_MILLION) for one, price in priced)


def test_one_sum(index: Index) -> None:
    """A day under one price is one row."""
    assert inputs(gathered(index, PriceBook([row()]))) == [(111, 111)]


def test_cut_where_the_price_changes(index: Index) -> None:
    """A sum ends where any price begins or ends."""
    book = PriceBook([row(effective_until="2026-03-02T09:15Z"), row(effective_from="2026-03-02T09:15Z", input="2")])

    assert inputs(gathered(index, book)) == [(1, 1), (110, 220)]


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        (0, None, [(111, 111)]),
        (1, None, [(110, 110)]),
        (1_200_000, None, [(10, 10), (100, 100)]),  # 09:20 is no quarter: that response is taken singly
        (1_200_001, None, [(100, 100)]),
        (None, 1_200_000, [(1, 1)]),
        (None, 1_200_001, [(1, 1), (10, 10)]),
        (1_200_000, 1_200_001, [(10, 10)]),
        (10, 20, []),
    ],
)
def test_bounds(index: Index, since: int | None, until: int | None, expected: list[tuple[int, int]]) -> None:
    """Bounds hold to the millisecond, wherever in a quarter they lie."""
    fields = {name: START_MS + value for name, value in (("since_ms", since), ("until_ms", until)) if value is not None}

    assert expected == inputs(gathered(index, PriceBook([row()]), **fields))


def test_singly_where_the_list_asks(index: Index) -> None:
    """Under a threshold of its own each response is priced by its own prompt."""
    book = PriceBook([row(), row(context_threshold=50, input="3")])

    assert inputs(gathered(index, book)) == [(1, 1), (10, 10), (100, 300)]


def test_singly_where_a_rate_is_missing(tmp_path: Path) -> None:
    """A class that is not sold leaves only those responses unpriced that have tokens of it."""
    made = Thread(1)
    made.say("msg_a", text("."), usage(1, 0, 0), model="m")
    made.say("msg_b", text("."), usage(2, 0, 0, w1=5), model="m")
    synced(tmp_path / "root", lay(tmp_path / "claude", made))
    index = open_index(str(tmp_path / "root"))
    assert index is not None

    assert inputs(gathered(index, PriceBook([row()]))) == [(1, 1), (2, None)]


def test_other_models_stay_out(index: Index) -> None:
    """A model that was not asked for is in no row, whole or edge."""
    choice = Choice(Question("day", UTC, model="other", since_ms=START_MS + 1), index, {})
    pricer = Pricer(PriceBook([row()]), {}, {})

    assert gathering.gather(index, choice, (), [START_Q], pricer) == []


def test_cuts(index: Index, tmp_path: Path) -> None:
    """Cuts start at or before what is asked for; without usage there are none."""
    calendar = Calendar("window", UTC)
    book = PriceBook([row(effective_until="2026-03-02T09:15Z")])
    everything = Choice(Question("window", UTC), index, {})
    later = Choice(Question("window", UTC, since_ms=START_MS + 5_400_000), index, {})
    earlier = Choice(Question("window", UTC, until_ms=START_MS + 900_000), index, {})

    # Windows begin at 05:00 and 10:00, a price ends at 09:15.
    assert gathering.find_cuts(index, everything, calendar, book) == [START_Q - 16, START_Q + 1, START_Q + 4]
    assert gathering.find_cuts(index, later, calendar, book) == [START_Q + 4]
    assert gathering.find_cuts(index, earlier, None, book) == [START_Q, START_Q + 1]

    synced(tmp_path / "other", lay(tmp_path / "none", Thread(1)))
    empty = open_index(str(tmp_path / "other"))
    assert empty is not None
    assert gathering.find_cuts(empty, everything, calendar, book) == []


def test_unattributed(tmp_path: Path) -> None:
    """What only running totals know of a session: 5 + 7 tokens beyond the line; nothing where a part is asked for."""
    made = Thread(1)
    made.say("msg_a", text("."), usage(10, 0, 3), model="m")
    totals = {"m": {"inputTokens": 15, "outputTokens": 10, "cacheReadInputTokens": 0, "cacheCreationInputTokens": 0}}
    made.add("cost-state", modelUsage=totals, totalCostUSD=0.5)
    synced(tmp_path / "root", lay(tmp_path / "claude", made))
    index = open_index(str(tmp_path / "root"))
    assert index is not None
    names = queries.names_of(index, sums.models(index))
    pricer = Pricer(PriceBook([row(output="2")]), names, {})

    beside = gathering.unattributed(index, Choice(Question("day", UTC), index, {}), pricer)
    part = gathering.unattributed(index, Choice(Question("day", UTC, since_ms=START_MS + 1), index, {}), pricer)

    assert beside is not None
    whole = add_all(beside, names)
    assert (whole.input, whole.output, whole.responses, whole.cost) == (5, 7, 0, 19 * DOLLAR_A_MILLION)
    assert part == []


def test_no_totals_are_no_zero(index: Index) -> None:
    """Where no client keeps totals, what they would know is unknown."""
    pricer = Pricer(PriceBook([row()]), {}, {})

    assert gathering.unattributed(index, Choice(Question("day", UTC), index, {}), pricer) is None
