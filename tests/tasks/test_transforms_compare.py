"""Two arms on disk."""

from __future__ import annotations

from pathlib import Path

from tallystick.tasks.transforms_compare import compare
from tests.transformations import a_record, write


def test_two_arms(tmp_path: Path) -> None:
    """Equal ledgers give equal intervals, however often one asks."""
    for number in range(6):
        write(tmp_path / "a" / "savings" / f"t{number}.jsonl", a_record("x" * 50, "y", run="a", task=f"t{number}"))
        shorter = a_record("x" * 50, "y" * (number + 1), run="b", task=f"t{number}")
        write(tmp_path / "b" / "savings" / f"t{number}.jsonl", shorter)
    one, other = (compare(str(tmp_path / "a"), str(tmp_path / "b")) for _ in range(2))
    (surface,) = one.surfaces

    # task n keeps n bytes more in the second arm: 0 to 5, 2.5 on average
    assert [pair.difference for pair in surface.pairs] == [0, 1, 2, 3, 4, 5]
    assert surface.mean == 2.5
    assert surface.interval is not None
    assert other.surfaces[0].interval is not None
    assert 0 < surface.interval.low < 2.5 < surface.interval.high < 5
    assert (surface.interval.low, surface.interval.high) == (
        other.surfaces[0].interval.low,
        other.surfaces[0].interval.high,
    )
