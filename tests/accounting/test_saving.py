"""Sums over accepted rows of the ledger of savings."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.accounting.saving import add_up, attodollars, group, model_of
from tallystick.kernel.savings import Saving
from tallystick.model.saved import SavedSum

BASIS = "output 400 tok - compressed 266 tok, at 4 B/token, via native_fallback, priced at claude-x (env) input $3/Mtok"


def row(saved: int, before: int = 100, cost: float = 0.01, technique: str = "compress", **more: Any) -> Saving:
    """An accepted row."""
    return Saving(technique, saved, before, cost, **{"ts": "2026-03-02T09:00:00Z", "session": "s", **more})


def left(rows: list[Saving]) -> list[tuple[Saving, int | None]]:
    """Rows with what is left of them: all, but of one whose output was kept nobody knows."""
    return [(one, None if one.output else one.saved) for one in rows]


def shown(one: SavedSum) -> tuple[object, ...]:
    """Every figure."""
    return (one.rows, one.saved, one.before, one.cost, one.pooled, one.mean, one.latest, one.net)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], (0, 0, None, 0, None, None, None, 0)),
        # 20, 30 and 40 %: pooled 324 of 1,110 is 29.2
        ([row(20), row(300, 1000), row(4, 10)], (3, 324, 1110, 30_000_000_000_000_000, 29, 30, 40, 324)),
        # one that says no size before is in no percent
        ([row(20), row(900, 0)], (2, 920, 100, 20_000_000_000_000_000, 20, 20, 20, 920)),
        ([row(900, 0)], (1, 900, None, 10_000_000_000_000_000, None, None, None, 900)),
        # no more than all, not nothing
        ([row(200)], (1, 200, 100, 10_000_000_000_000_000, 100, 100, 100, 200)),
        ([row(1, 1000)], (1, 1, 1000, 10_000_000_000_000_000, 1, 1, 1, 1)),
        # 10 and 11: the mean is 10.5
        ([row(10), row(11)], (2, 21, 200, 20_000_000_000_000_000, 11, 11, 11, 21)),
        # where a text was kept whole, somebody may have come for it
        ([row(20), row(30, output="0a")], (2, 50, 200, 20_000_000_000_000_000, 25, 25, 30, None)),
    ],
)
def test_sums(rows: list[Saving], expected: tuple[object, ...]) -> None:
    """Tokens, money, and three percents that are not the same."""
    assert expected == shown(add_up(left(rows)))


def day(second: int) -> str:
    """A day with a name that says its moment."""
    return f"day of {second}"


@pytest.mark.parametrize(
    ("by", "keys"),
    [
        ("technique", ["divert", "compress", "unknown"]),
        ("session", ["b", "a", "unknown"]),
        ("model", ["unknown", "claude-x"]),
        ("day", ["day of 1772442000", "unknown"]),
    ],
)
def test_groups(by: str, keys: list[str]) -> None:
    """What saved most comes first, days in their order; what has no name is said to have none."""
    rows = [
        row(20, session="a", basis=BASIS),
        row(90, session="b", technique="divert"),
        row(10, session="", technique="", ts="no time"),
    ]
    assert keys == [key for key, _ in group(left(rows), by, day)]


@pytest.mark.parametrize(
    ("basis", "model"),
    [(BASIS, "claude-x"), ("priced at glm-5", "glm-5"), ("priced at ", "unknown"), ("", "unknown")],
)
def test_models(basis: str, model: str) -> None:
    """As the producer wrote it down."""
    assert model == model_of(basis)


@pytest.mark.parametrize(
    ("usd", "atto"),
    [
        (0.0159, 15_900_000_000_000_000),
        (1e-06, 1_000_000_000_000),
        (3, 3 * 10**18),
        (0.1 + 0.2, 300_000_000_000_000_040),
    ],
)
def test_money(usd: float, atto: int) -> None:
    """As it is written, not as the machine holds it."""
    assert atto == attodollars(usd)
