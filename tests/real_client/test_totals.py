"""Every scenario, live: the report's totals are what the stand-in served and the client could write down."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from tests.standin.scenarios import SCENARIOS
from tests.standin.truth import KEYS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.real_client.conftest import Play, Totals

pytestmark = pytest.mark.needs("claude")

# Elsewhere the client's sums are not those of the lines: see the captures' README.
PRICED = sorted(SCENARIOS.keys() - {"models", "killed", "interrupt", "refused", "too_long", "together"})


def tokens(counts: dict[str, Any] | None) -> dict[str, int]:
    """The token counts alone; what is not known counts as nothing here."""
    return {key: (counts or {}).get(key) or 0 for key in KEYS}


@pytest.mark.parametrize("name", SCENARIOS)
def test_totals_are_what_lines_can_hold(name: str, play: Play, totals: Totals, tmp_path: Path) -> None:
    """Tokens by class, responses and lower bounds, to the token."""
    played = play(name)
    expected = played.truth["in_lines"]
    found = totals(played.config, tmp_path / "root")["totals"]
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("name", SCENARIOS)
def test_what_only_the_client_knows_is_unattributed(name: str, play: Play, totals: Totals, tmp_path: Path) -> None:
    """A compaction, and the client's guess at an interrupted answer; nothing else, and no fork counts it twice."""
    played = play(name)
    report = totals(played.config, tmp_path / "root")
    assert tokens(report.get("unattributed")) == tokens(played.truth["unattributed"])


@pytest.mark.parametrize("name", ["resume", "compact_fork", "together"])
def test_a_second_report_says_the_same(name: str, play: Play, totals: Totals, tmp_path: Path) -> None:
    """Nothing is counted again when nothing changed."""
    played = play(name)
    first = totals(played.config, tmp_path / "root")
    assert totals(played.config, tmp_path / "root") == first


@pytest.mark.parametrize("name", PRICED)
def test_the_cost_is_the_clients_own(name: str, play: Play, totals: Totals, tmp_path: Path) -> None:
    """Lines and unattributed usage together cost what the client says it spent, to 1e-9 dollars."""
    played = play(name)
    own = played.truth["client_cost_by_session"]
    if own is None:
        pytest.skip("this client keeps no sums")
    report = totals(played.config, tmp_path / "root")
    if len(own) == 1:
        expected = sum(Decimal(cost) for by_model in own.values() for cost in by_model.values())
        hidden = Decimal((report.get("unattributed") or {}).get("cost_usd") or 0)
        assert abs(Decimal(report["totals"]["cost_usd"]) + hidden - expected) < Decimal("1e-9")
    assert report["totals"]["cost_usd"] is not None


def test_a_model_without_a_price_adds_no_dollars(play: Play, totals: Totals, tmp_path: Path) -> None:
    """The client prices glm-5 as its default model; the report names its 8,516 tokens and leaves them unpriced.

    73 + 1,540 + 340 + 6,400 + 163 = 8,516.
    """
    played = play("models")
    found = totals(played.config, tmp_path / "root")["totals"]
    assert found["unpriced"] == [{"model": "glm-5", "responses": 1, "tokens": 8516}]
    cost = played.truth["client_cost_usd"]
    if cost is not None:
        expected = sum(Decimal(text) for model, text in cost.items() if model != "glm-5")
        assert abs(Decimal(found["cost_usd"]) - expected) < Decimal("1e-9")
