"""The page of `tally saved --by mechanism`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tallystick.model.mechanisms import MechanismSavings, MechanismSum
from tallystick.reports.mechanisms import as_json, beside, lines

NO_CALLS = {"aux_calls": 0, "aux_input": 0, "aux_output": 0}


def savings(**changed: Any) -> MechanismSavings:
    """What two mechanisms avoided."""
    found: dict[str, Any] = {
        "groups": [("bash", MechanismSum(12, 41_200)), ("write", MechanismSum(5, 1020))],
        "totals": MechanismSum(14, 42_220),
        "aux": {"aux_calls": 31, "aux_input": 52_000, "aux_output": 900},
        "net": -10_680,
        "sessions": 2,
        "refused": [],
        "place": "/home/ada/turns.jsonl",
    }
    return MechanismSavings(**{**found, **changed})


def page(found: MechanismSavings, width: int = 100) -> list[str]:
    """The page."""
    return lines(found, width=width, shorten=lambda path: path.replace("/home/ada", "~"))


def test_page() -> None:
    """A row a mechanism, the sum, and what asking took: a net below zero is printed."""
    assert page(savings())[:7] == [
        "mechanism  turns   saved",
        "bash          12  41,200",
        "write          5   1,020",
        "────────────────────────",
        "total         14  42,220",
        "",
        "Asking for it took 31 calls of an auxiliary model, 52,000 estimated tokens in, 900 out: net of that",
    ]
    assert page(savings())[7] == "-10,680."


def test_nobody_asked() -> None:
    """Then gross is net."""
    assert "No auxiliary model was asked." in page(savings(aux=NO_CALLS, net=42_220))


def test_asked_in_vain() -> None:
    """Calls that avoided nothing are shown: they were made."""
    found = page(savings(groups=[], totals=MechanismSum(0, 0), net=-52_900))

    assert found[:3] == ["mechanism  turns  saved", "───────────────────────", "total          0      0"]


def test_nothing() -> None:
    """Where there is nothing, it is said where that would be, and what is refused."""
    found = page(savings(groups=[], totals=MechanismSum(0, 0), aux=NO_CALLS, refused=[(3, "not JSON")]), width=300)

    assert found[0].startswith("Nothing is noted as avoided in ~/turns.jsonl. The context mechanisms of an agent")
    assert found[1] == "1 row refused and not counted: line 3 (not JSON)."


@pytest.mark.parametrize("width", [30, 80, 200])
def test_fits(width: int) -> None:
    """At most so many columns."""
    assert all(len(line) <= width for line in page(savings(), width) + beside(savings(), width))


def test_beside() -> None:
    """On a page of other savings one sentence, which adds nothing to them; none where there is nothing."""
    (line,) = beside(savings(), 200)

    assert line == (
        "Not in these sums: context mechanisms avoided 42,220 estimated tokens in 14 turns: tally saved --by mechanism."
    )
    assert beside(savings(totals=MechanismSum(0, 0)), 200) == []


def test_json() -> None:
    """The same fields as other savings have; what is never known here is null."""
    found = json.loads(as_json(savings(refused=[(3, "not JSON")])))
    unknown = dict.fromkeys(["tokens_before", "cost_saved_usd", "pooled_percent", "mean_percent", "latest_percent"])

    assert found == {
        "schema_version": 1,
        "by": "mechanism",
        "basis": {"tokens": "estimated", "cost_saved_usd": None},
        "rows": [
            {"key": "bash", "rows": 12, "tokens_saved": 41_200, "net_tokens": None, **unknown},
            {"key": "write", "rows": 5, "tokens_saved": 1020, "net_tokens": None, **unknown},
        ],
        "totals": {"rows": 14, "tokens_saved": 42_220, "net_tokens": -10_680, **unknown},
        "aux": {"calls": 31, "input": 52_000, "output": 900},
        "sessions": 2,
        "refused": [{"line": 3, "reason": "not JSON"}],
    }
