"""The cost segment: the client's own figure."""

from __future__ import annotations

import pytest

from tallystick.kernel.segments.cost import render
from tests.kernel.segments.look import snapshot


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        (None, ""),
        (0, ""),
        (12.4, "$12.40"),
        (1.005, "$1.01"),  # as the client would write it, whatever its float holds
        (0.125, "$0.13"),
        (0.001, "<$0.01"),
        (1e-12, "<$0.01"),
        (3, "$3.00"),
    ],
)
def test_cost(cost: float | None, expected: str) -> None:
    """Nothing until there is a cost; half a cent rounds up; what is not nothing is not shown as nothing."""
    assert expected == render(snapshot(cost=cost))
