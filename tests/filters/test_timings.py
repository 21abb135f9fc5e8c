"""Times of test runs, and times of anything else."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.timings import apply


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("===== 2 passed, 1 warning in 0.12s =====", "===== 2 passed, 1 warning ====="),
        ("3 passed in 65.01s (0:01:05)", "3 passed"),
        ("no tests ran in 0.01s", "no tests ran"),
        ("Ran 3 tests in 0.001s", "Ran 3 tests"),
        ("test result: ok. 3 passed; finished in 0.00s", "test result: ok. 3 passed; finished"),
        ("    --- PASS: TestA/b (0.00s)", "    --- PASS: TestA/b"),
        ("ok  \tkiln/glaze\t0.012s", "ok  \tkiln/glaze"),
        ("  ✓ fires (3 ms)", "  ✓ fires"),
        ("# duration_ms 11.5", "# duration_ms"),
        ("Time:        0.682 s, estimated 1 s", "Time:"),
        ("Total Test time (real) =   0.02 sec", "Total Test time (real) ="),
    ],
)
def test_result(line: str, expected: str) -> None:
    """The words stay without the time."""
    assert (f"a\n{expected}\nb", 1) == apply(f"a\n{line}\nb", Context())
    assert apply(expected, Context()) == (expected, 0)


@pytest.mark.parametrize(
    "line",
    [
        *("fired in 3.2s", "3 passed in 3.2seconds", "Times (3 ms)", "a\t0.012s", "wait 3 sec", "x Time: 3 s"),
        *("my duration_ms 3", "-- --- x (0.00s)"),
    ],
)
def test_other_times(line: str) -> None:
    """A time that no runner wrote behind a result stays."""
    assert apply(line, Context()) == (line, 0)
