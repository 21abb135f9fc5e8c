"""The page of a comparison; tests/cli/transforms.console shows whole ones."""

from __future__ import annotations

from tallystick.model.comparison import Comparison, Pair, Paired
from tallystick.model.transformation import Sums
from tallystick.reports.transforms_compare import document, lines


def test_nothing() -> None:
    """Two arms that changed nothing."""
    assert lines(Comparison("a", "b"), width=80) == ["A: a", "B: b", "", "Neither arm changed anything."]


def a_comparison(pairs: list[Pair]) -> Comparison:
    """Two arms that changed something on one surface."""
    found = Comparison("a", "b")
    found.groups["tool_output", "l", "b", "m"] = Sums(), Sums()
    found.surfaces = [Paired("tool_output", pairs, 0.0, None)]
    found.breaks = (1, 0)
    return found


def test_no_interval() -> None:
    """One task in both arms, or none, gives no interval, and says so."""
    one, none = (lines(a_comparison(pairs), width=100) for pairs in ([Pair("t1", "tool_output", 1, 1)], []))

    assert "tool_output: B - A is 0 bytes a task on average; one task gives no interval." in one
    assert "tool_output: no task in both arms." in none
    assert "chain breaks: 1 in A, 0 in B; tally transforms verify names them." in one
    assert document(a_comparison([]))["surfaces"] == [
        {"surface": "tool_output", "pairs": [], "mean_difference": None, "interval": None}
    ]
