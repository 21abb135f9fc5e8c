"""Without an index: the same figures, and a clear refusal of what they cannot tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tallystick.accounting.periods import find_zone
from tallystick.errors import UsageError
from tallystick.exporters.json_rows import document
from tallystick.tasks.choosing import Question
from tallystick.tasks.spent import spend
from tallystick.tasks.spent_direct import spend_directly
from tests.casebook.thread import Thread, text, usage
from tests.histories import lay, surroundings, thread

UTC = find_zone("UTC")
START_MS = 1_772_442_000_000


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """Two sessions, a child that broke off, a response without a time of a model without a price, and a torn line."""
    child = Thread(1, agent="ab12cd3", seconds=7)
    child.say("msg_child", text("."), usage(1, 2, 3), stop=None)
    timeless = Thread(9)
    timeless.say("msg_9", text("?"), usage(5, 0, 0), timestamp=..., model="glm-5")
    folder = lay(tmp_path / "claude", thread(1), child, thread(2, seconds=10**6), timeless)
    with (folder / "projects" / "-srv-kiln" / f"{thread(1).session}.jsonl").open("ab") as file:
        file.write(b'{"type":"assistant",\n')
    return folder


@pytest.mark.parametrize("by", ["day", "week", "month", "window", "model"])
@pytest.mark.parametrize(
    "fields",
    [{}, {"since_ms": START_MS + 1}, {"until_ms": START_MS + 2000}, {"model": "claude-opus-4-6"}, {"model": "nothing"}],
)
def test_same_as_from_the_index(tmp_path: Path, config: Path, by: str, fields: dict[str, Any]) -> None:
    """Rows and totals are those of the index."""
    place = surroundings(tmp_path, config)
    question = Question(by, UTC, **fields)

    direct, indexed = document(spend_directly(question, place)), document(spend(question, place))

    for name in ("rows", "totals", "rejections", "timezone", "price_book"):
        assert direct[name] == indexed[name]


def test_nothing_is_kept(tmp_path: Path, config: Path) -> None:
    """No root is made."""
    spend_directly(Question("day", UTC), surroundings(tmp_path, config))

    assert not (tmp_path / "root").exists()


def test_long_prompts(tmp_path: Path) -> None:
    """A price list with a threshold of its own prices each response by its own prompt."""
    made = Thread(1)
    made.say("msg_a", text("."), usage(60, 0, 0), model="m")
    made.say("msg_b", text("."), usage(40, 0, 0), model="m")
    prices = tmp_path / "p.json"
    long = {"threshold": 50, "input": 2, "output": 2}
    prices.write_text(json.dumps({"models": {"m": {"input": 1, "output": 1, "long_context": long}}}), "utf-8")
    place = surroundings(tmp_path, lay(tmp_path / "claude", made))

    report = spend_directly(Question("day", UTC, price_file=str(prices)), place)

    assert report.totals.all.cost == 160 * 10**12  # 60 at 2 and 40 at 1


@pytest.mark.parametrize("name", ["project", "session", "agent"])
def test_filters_that_need_an_index(tmp_path: Path, config: Path, name: str) -> None:
    """What only the index knows is refused."""
    fields: dict[str, Any] = {name: "x"}
    with pytest.raises(UsageError) as raised:
        spend_directly(Question("day", UTC, **fields), surroundings(tmp_path, config))

    assert str(raised.value) == f"--no-index cannot tell apart {name}s: leave it out, or leave out --no-index"
