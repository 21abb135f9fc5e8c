"""Why two costs of a session differ."""

from __future__ import annotations

import pytest

from tallystick.accounting.audit import Stated, explain, to_atto
from tallystick.model.spending import Figures

USD = 10**18


def figures(cost: int = 0, *, lower: int = 0, unpriced: bool = False, **counts: int) -> Figures:
    """Figures of one model."""
    found = Figures()
    found.cost, found.lower = cost, lower
    found.unpriced = {"m": (1, 1)} if unpriced else {}
    for name, count in counts.items():
        setattr(found, name, count)
    return found


@pytest.mark.parametrize(
    ("dollars", "expected"),
    [(None, None), (0.0, 0), (0.0294644, 29_464_400 * 10**9), (0.029464399999999998, 29_464_400 * 10**9)],
)
def test_to_atto(dollars: float | None, expected: int | None) -> None:
    """A client's float is read to the picodollar: the digits behind that are its noise."""
    assert expected == to_atto(dollars)


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        (figures(USD, input=5), Stated(figures(input=5), USD), []),
        (figures(USD, input=5), Stated(figures(input=5), None), []),
        (figures(unpriced=True), Stated(figures(), USD), ["m has no price in our list"]),
        (figures(USD, input=5), Stated(figures(input=5), 2 * USD), ["m: the same tokens at another price"]),
        (
            figures(USD, input=5),
            Stated(figures(input=4), 2 * USD),
            ["m: the client's totals hold less than the transcript (killed, or several processes)"],
        ),
        (figures(USD, output=5), Stated(figures(output=6), 2 * USD), ["m: the client counts more"]),
        (
            figures(USD, output=5, lower=1),
            Stated(figures(output=6), 2 * USD),
            ["m: a response broke off and the client counts its end"],
        ),
        (
            figures(USD, output=5, lower=2),
            Stated(figures(output=6), 2 * USD),
            ["m: 2 responses broke off and the client counts their end"],
        ),
        (None, Stated(figures(), USD), ["m is only in the client's totals"]),
        (figures(USD), None, ["m is not listed in the client's totals"]),
    ],
)
def test_reasons(mine: Figures | None, theirs: Stated | None, expected: list[str]) -> None:
    """Each model is compared class by class, and the first thing that can be checked is named."""
    assert expected == explain({"m": mine} if mine else {}, {"m": theirs} if theirs else {})
