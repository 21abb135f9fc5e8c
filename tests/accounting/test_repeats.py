"""Repeats: pairs of reads that gave the same, by how the earlier one stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.accounting.epochs import DROPPED, HELD
from tallystick.accounting.repeats import reads
from tests.pasts import past


@pytest.mark.parametrize(
    ("after", "held", "dropped"),
    [
        ("", [], []),
        ("read kiln.py", [(3, 5)], []),
        ("read kiln.py other\nread kiln.py", [], []),
        ("compact\nread kiln.py", [], [(3, 7)]),
        ("compact\nread kiln.py\nread kiln.py", [(7, 9)], [(3, 7)]),
        # the second read was dropped, the first preserved: the third repeats the first
        ("read kiln.py\ncompact keeps=3\nread kiln.py", [(3, 5), (3, 9)], []),
        ("read kiln.py\ncompact\nread kiln.py", [(3, 5)], [(5, 9)]),
        ("clear\nask\nread kiln.py", [], []),
    ],
)
def test_pairs(tmp_path: Path, after: str, held: list[tuple[int, int]], dropped: list[tuple[int, int]]) -> None:
    """By the lines of their results; the first read is at line 3."""
    history = past(tmp_path, f"session 1\nask\nread kiln.py\n{after}")

    assert [(first.line, second.line) for first, second in reads(history, HELD)] == held
    assert [(first.line, second.line) for first, second in reads(history, DROPPED)] == dropped
