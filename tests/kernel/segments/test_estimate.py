"""The estimate segment: cost at list prices, and which models it leaves out."""

from __future__ import annotations

import pytest

from tallystick.kernel.hotprices import Estimate
from tallystick.kernel.segments.estimate import narrow, render
from tallystick.kernel.styled import bare
from tests.kernel.segments.look import snapshot

LABEL = "\033[38;5;48mcost (estimate):\033[0m"
DOLLAR = 10**18


def estimate(atto: int | None, *excluded: str, may_come: bool = False) -> Estimate:
    """An estimate."""
    found = Estimate(atto, excluded)
    found.may_come = may_come
    return found


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (None, "—"),
        (estimate(0), "$0.00"),
        (estimate(DOLLAR * 5 // 4), "$1.25"),
        (estimate(DOLLAR // 1000), "<$0.01"),
        (estimate(DOLLAR, "glm-5", "x\x1b[31m"), "$1.00 \033[90m(excludes glm-5, x[31m)\033[0m"),
        (estimate(DOLLAR, "glm-5", may_come=True), "$1.00 \033[90m(excludes glm-5)\033[0m"),
        (estimate(None, "glm-5", may_come=True), "loading prices…"),
        (estimate(None, "glm-5"), "— \033[90m(excludes glm-5)\033[0m"),
    ],
)
def test_estimate(found: Estimate | None, expected: str) -> None:
    """Loading only while no model has a price and one may come; an unpriced model never adds nothing in silence."""
    assert LABEL + expected == render(snapshot(estimate=found))


def test_what_is_still_to_be_read() -> None:
    """A sum of a part is marked."""
    assert LABEL + "$1.00…" == render(snapshot(estimate=estimate(DOLLAR), is_complete=False))


def test_where_room_is_scarce() -> None:
    """A sign says that it is an estimate, and how many models are not in it."""
    found = estimate(DOLLAR, "glm-5", "other")

    assert bare(narrow(snapshot(estimate=found, is_complete=False), 40)) == "cost ~$1.00… (excludes 2)"
    assert bare(narrow(snapshot(), 40)) == "cost ~—"
