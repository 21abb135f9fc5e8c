"""Exposure: every turn that carried a payload counts, in its own window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.exposure import NO_WINDOW, carriers, exposures, window_at
from tests.casebook.thread import START
from tests.pasts import WINDOW, main, window_of

READ = "session 1\nask\nread kiln.py\n"
FIRST = window_of(int(START.timestamp() * 1000))


@pytest.mark.parametrize(
    ("after", "turns"),
    [
        ("", []),
        ("say\nsay", [1, 2]),
        ("say\ncompact\nsay", [1]),
        ("say\ncompact keeps=3\nsay", [1, 2]),
        ("say\nmicro drops=3\nsay", [1]),
        ("read glaze.py\nmicro drops=5\nsay", [1, 2]),
        ("say\nclear\nask\nsay", [1]),
        ("ask\nsay\nsay\nrewind 3\nask\nsay", [1, 2, 3]),  # both branches carried what was read before them
        ("rewind 1\nask\nsay\nsay", []),  # read on a branch left behind
        ("ask\nsay\ncompact\nsay\nrewind 3\nask\nsay", [1, 3]),
    ],
)
def test_carriers(tmp_path: Path, after: str, turns: list[int]) -> None:
    """The turns that carried the first read, whose own turn is number 0."""
    thread = main(tmp_path, READ + after)

    assert list(carriers(thread, thread.acts[0])) == turns


def test_windows_add_up_and_do_not_change(tmp_path: Path) -> None:
    """Two turns in the window of the read, one in the next; a hundred tokens each."""
    thread = main(tmp_path, READ + f"say\nsay\nat {5 * 3600}\nsay")

    assert exposures(thread, thread.acts[0], window_of) == ((FIRST, 200), (FIRST + WINDOW, 100))


def test_turn_without_a_time_counts_where_the_one_before_did(tmp_path: Path) -> None:
    """The clock of the second turn is gone, and then that of the read as well."""
    thread = main(tmp_path, READ + f"say\nat {5 * 3600}\nsay\nsay")
    thread.turns[1].t = thread.turns[3].t = -1

    assert exposures(thread, thread.acts[0], window_of) == ((FIRST, 100), (FIRST + WINDOW, 200))

    thread.acts[0].t = -1

    assert exposures(thread, thread.acts[0], window_of) == ((NO_WINDOW, 100), (FIRST + WINDOW, 200))
    assert window_at(-1, window_of) == NO_WINDOW
