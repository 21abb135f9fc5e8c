"""Figures: what is known of a cost, and when it is only a lower bound."""

from __future__ import annotations

import pytest

from tallystick.model.spending import Figures


@pytest.mark.parametrize(
    ("priced", "unpriced", "lower", "cost", "is_lower_bound"),
    [
        (0, {}, 0, 5, False),
        (1, {}, 0, 5, False),
        (1, {}, 1, 5, True),
        (1, {"glm": (1, 9)}, 0, 5, True),
        (0, {"glm": (1, 9)}, 0, None, True),
    ],
)
def test_cost(
    priced: int,
    unpriced: dict[str, tuple[int, int]],
    lower: int,
    cost: int | None,
    is_lower_bound: bool,  # noqa: FBT001
) -> None:
    """A cost is unknown where nothing is priced, and a lower bound where anything broke off or has no price."""
    figures = Figures()
    figures.cost, figures.priced, figures.unpriced, figures.lower = 5, priced, unpriced, lower

    assert (cost, is_lower_bound) == (figures.known_cost, figures.is_lower_bound)


def test_sums() -> None:
    """Writes of unknown lifetime count as five-minute writes; unpriced tokens add up over models."""
    figures = Figures()
    figures.write_5m, figures.write_unknown = 3, 4
    figures.unpriced = {"a": (1, 10), "b": (2, 20)}

    assert (7, 30) == (figures.written, figures.unpriced_tokens)
