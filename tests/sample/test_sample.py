"""The shipped sample: as the stories tell it, small, and with everything in it that a demonstration needs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.sample import savings
from tests.sample.marks import RATES
from tests.sample.world import World
from tests.sample.write import EXPECTED, LEDGER, SAMPLE, expected_text, tell

UNCLEAN = re.compile(r'"cwd":"(?!/home/dev/)|/root/|/tmp/|/Users/|Linux \d|sk-ant-|[\w.]+@\w+\.(?:com|org|net)\b')
SIGNATURES = {
    "exact_reread",
    "duplicate_inspection",
    "no_state_retry",
    "rehydration",
    "duplicate_subagent_work",
    "edit_oscillation",
    "abandoned_work",
    "cold_start",
    "invocation_mistake",
}


@pytest.fixture(scope="module")
def world() -> World:
    """The stories, told once."""
    return tell()


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    """What is checked in."""
    found: dict[str, Any] = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return found


def entries(world: World, file: str) -> list[Any]:
    """The lines of a file, None for one that is torn."""
    found = []
    for line in world.files[file].splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            found.append(None)
    return found


def test_the_package_holds_what_the_stories_tell(world: World) -> None:
    """Nobody edits one without the other: `python -m tests.sample.write`."""
    projects = SAMPLE / "projects"
    found = {str(path.relative_to(projects)): path.read_bytes() for path in projects.rglob("*") if path.is_file()}
    assert found == world.files
    assert EXPECTED.read_text(encoding="utf-8") == expected_text(world)
    assert LEDGER.read_bytes() == savings.ledger()


def test_savings_belong_to_its_sessions(world: World) -> None:
    """Each row is of a session that was under way with that model, and is worth what its price says: 3,820 + 4,749 +
    2,798 tokens at $4 a million, 1,698 + 1,277 at $2, and 14,675 at $4 less the helper's $0.0021.
    """
    rows = [json.loads(line) for line in LEDGER.read_text("utf-8").splitlines()]
    for row in rows:
        (file,) = (name for name in world.files if name.endswith(f"{row['session_id']}.jsonl"))
        told = [entry for entry in entries(world, file) if entry and "timestamp" in entry]
        assert told[0]["timestamp"] < row["ts"] < told[-1]["timestamp"]
        models = {entry["message"].get("model") for entry in told if isinstance(entry.get("message"), dict)}
        assert any(f"priced at {model} " in row["basis"] for model in models)
    assert [row["tokens_saved"] for row in rows] == [3820, 1698, 14675, 4749, 1277, 2798]
    worth = (11_367 * 4 + 2_975 * 2 + 14_675 * 4) / 1e6 - 0.0021
    assert sum(row["cost_saved_usd"] for row in rows) == pytest.approx(worth)


def test_it_stays_small_and_clean(world: World) -> None:
    """Under 400 kB, nobody's name, address or machine."""
    assert sum(map(len, world.files.values())) < 400_000
    assert [found for data in world.files.values() for found in UNCLEAN.findall(data.decode())] == []


def test_it_has_what_a_demonstration_shows(expected: dict[str, Any]) -> None:
    """Two projects, ten sessions, three days, current models and one without a price."""
    counts = expected["counts"]
    assert list(expected["by_project"]) == ["/home/dev/lantern", "/home/dev/tidewater"]
    assert list(expected["by_day"]) == ["2026-11-26", "2026-11-27", "2026-11-28"]
    assert set(expected["by_model"]) == {*RATES, "claude-opus-4-6", "glm-5"}
    assert (counts["sessions"], counts["subagent_files"], counts["forked_files"], counts["boundaries"]) == (10, 3, 1, 1)
    assert expected["totals"]["lower_bound_responses"] > 5
    assert expected["unattributed"]["output_tokens"] > 0
    assert [rejection["reason"] for rejection in expected["rejections"]] == ["unreadable"]


def test_cuts_add_up(expected: dict[str, Any]) -> None:
    """Models, days, projects and sessions are cuts of the same responses."""
    for cut in ("by_model", "by_day", "by_project", "by_session"):
        for key, total in expected["totals"].items():
            assert sum(row[key] for row in expected[cut].values()) == total


def test_what_is_planted_stands_where_it_says(world: World, expected: dict[str, Any]) -> None:
    """Every place is the line of a result; where one thing came twice, the two results are the same text."""
    assert {plant["signature"] for plant in expected["planted"]} == SIGNATURES
    for plant in expected["planted"]:
        contents = [
            entries(world, place["file"])[place["line"] - 1]["message"]["content"][0]["content"]
            for place in (plant["first"], plant["second"])
        ]
        if plant["signature"] not in {"edit_oscillation", "abandoned_work", "cold_start"}:
            assert contents[0] == contents[1], plant
