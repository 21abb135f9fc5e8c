"""A price that was released does not change unsaid: `released_prices.json` remembers every row.

`pytest tests/data/test_released_prices.py --update` adds new rows, and closes a row where its successor begins.
Anything else is a correction: it must stand in CHANGELOG.md, under the first heading, on a line with "Prices
corrected" and the model's id. Then `--update` takes it too.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tallystick.accounting.pricebook import PriceBook
from tallystick.accounting.pricerows import FACTOR_FIELDS, RATE_FIELDS, Row
from tallystick.host.prices import compile_prices

RELEASED = Path(__file__).with_name("released_prices.json")
CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"

Known = dict[str, list[str | None]]  # "model tier since over" -> [until, prices]


def remember(rows: tuple[Row, ...]) -> Known:
    """What is kept of each row: by which question it answers, until when, and all its prices."""
    known: Known = {}
    for row in rows:
        question = f"{row.model} {row.tier} {row.effective_from or 'always'} over {row.context_threshold}"
        prices = [f"{name} {getattr(row, name)}" for name in (*RATE_FIELDS, *FACTOR_FIELDS)]
        known[question] = [row.effective_until, ", ".join(prices)]
    return known


def was_succeeded(question: str, until: str | None, shipped: Known) -> bool:
    """Whether another row takes over where this one now ends."""
    model, tier, _, *over = question.split(" ")
    return " ".join([model, tier, str(until), *over]) in shipped


def faults(released: Known, shipped: Known) -> list[str]:
    """The released questions that would now get another answer for a time that was already priced."""
    changed = []
    for question, (until, prices) in released.items():
        now_until, now_prices = shipped.get(question, [None, None])
        closed = until is None and was_succeeded(question, now_until, shipped)
        if now_prices != prices or (now_until != until and not closed):
            changed.append(question)
    return changed


def corrected(changelog: str) -> str:
    """The lines of the newest section that announce corrected prices."""
    newest = changelog.partition("\n## ")[2].partition("\n## ")[0]
    return "\n".join(line for line in newest.splitlines() if "Prices corrected" in line)


def is_announced(question: str, announced: str) -> bool:
    """Whether a correction names this model, and not only one whose id begins alike."""
    words = announced.replace(",", " ").replace(";", " ").replace("`", " ").replace(". ", " ").split()
    return question.split(" ", maxsplit=1)[0] in {word.rstrip(".:") for word in words}


def test_released_prices_stand(update: bool) -> None:  # noqa: FBT001 - a fixture
    """Every released row is still there with its prices, or the changelog says otherwise; every row is remembered."""
    shipped = remember(PriceBook.from_compiled(compile_prices(None)).rows)
    released: Known = json.loads(RELEASED.read_text(encoding="utf-8"))
    announced = corrected(CHANGELOG.read_text(encoding="utf-8")) if CHANGELOG.exists() else ""
    unsaid = [question for question in faults(released, shipped) if not is_announced(question, announced)]

    assert unsaid == [], "a released price changed; if it was wrong, say so in CHANGELOG.md"
    if update:
        RELEASED.write_text(json.dumps(shipped, indent=0) + "\n", encoding="utf-8")
    else:
        assert shipped == released, "rows are new; pytest tests/data/test_released_prices.py --update remembers them"


ROW = {"m api always over 0": [None, "input 1"]}


@pytest.mark.parametrize(
    ("shipped", "expected"),
    [
        (ROW, []),
        ({**ROW, "n api always over 0": [None, "input 9"]}, []),
        ({}, ["m api always over 0"]),
        ({"m api always over 0": [None, "input 2"]}, ["m api always over 0"]),
        ({"m api always over 0": ["2026-10-07", "input 1"]}, ["m api always over 0"]),
        (
            {"m api always over 0": ["2026-10-07", "input 1"], "m api 2026-10-07 over 0": [None, "input 2"]},
            [],
        ),
    ],
)
def test_a_silent_change_is_noticed(shipped: Known, expected: list[str]) -> None:
    """New rows and a successor are no change; another price, a lost row and a bare end are."""
    assert expected == faults(dict(ROW), shipped)


def test_a_closed_row_stays_closed() -> None:
    """Moving an end that was released changes what somebody was already told."""
    released: Known = {"m api always over 0": ["2026-10-07", "input 1"]}

    assert ["m api always over 0"] == faults(released, {"m api always over 0": ["2026-10-08", "input 1"]})


@pytest.mark.parametrize(
    ("changelog", "expected"),
    [
        ("# Changelog\n\n## Unreleased\n\n- Prices corrected: `claude-a` was 1 too low.\n\n## 1.0\n", True),
        ("# Changelog\n\n## Unreleased\n\n- Prices corrected: claude-a-2.\n", False),
        ("# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 1.0\n\n- Prices corrected: claude-a.\n", False),
        ("", False),
    ],
)
def test_a_correction_is_announced_by_name(changelog: str, expected: bool) -> None:  # noqa: FBT001 - a case
    """In the newest section, and for that very model."""
    assert expected == is_announced("claude-a api always over 0", corrected(changelog))
