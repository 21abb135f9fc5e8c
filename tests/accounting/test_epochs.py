"""Epochs: a result is held, was dropped by a compaction, or is neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.epochs import APART, DROPPED, HELD, standing
from tests.pasts import main

READ = "session 1\nask\nread kiln.py\n"


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("read kiln.py", HELD),
        ("+ read kiln.py", HELD),  # side by side, in one response
        ("compact\nread kiln.py", DROPPED),
        ("compact keeps=3\nread kiln.py", HELD),
        ("compact keeps=2\nread kiln.py", DROPPED),  # the call was kept, its result was not
        ("compact keeps=3\nsay\ncompact\nread kiln.py", DROPPED),
        ("micro drops=3\nread kiln.py", DROPPED),
        ("read glaze.py\nmicro drops=5\nread kiln.py", HELD),
        ("clear\nread kiln.py", APART),
        ("compact\nsay\nclear\nread kiln.py", APART),
        ("rewind 1\nask\nread kiln.py", APART),
        ("ask\nread glaze.py\nrewind 3\nask\nread kiln.py", HELD),
        ("ask\ncompact\nsay\nrewind 4\nask\nread kiln.py", HELD),  # the compaction is on the branch left behind
        ("ask\nread glaze.py\nrewind 3\ncompact\nread kiln.py", DROPPED),
    ],
)
def test_standing(tmp_path: Path, after: str, expected: int) -> None:
    """The first read, seen from the last one."""
    thread = main(tmp_path, READ + after)

    assert standing(thread, thread.acts[0], thread.acts[-1].turn) == expected


def test_later_result_is_not_there_yet(tmp_path: Path) -> None:
    """Seen from an earlier turn a result is nowhere."""
    thread = main(tmp_path, READ + "read kiln.py")

    assert standing(thread, thread.acts[1], 0) == APART


def test_cut_that_comes_later_does_not_matter(tmp_path: Path) -> None:
    """Seen from before the compaction the result is held, from behind it no more."""
    thread = main(tmp_path, READ + "read kiln.py\ncompact\nsay")

    assert standing(thread, thread.acts[0], 1) == HELD
    assert standing(thread, thread.acts[0], 2) == DROPPED
