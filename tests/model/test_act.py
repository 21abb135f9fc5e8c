"""Acts: where they count as done, and what their payload is estimated at."""

from __future__ import annotations

from pathlib import Path

from tests.pasts import main


def test_act_counts_at_its_result(tmp_path: Path) -> None:
    """Its line is its result's; the words of a command come with it."""
    thread = main(tmp_path, "session 1\nask\nrun 'ls kiln' chars=5")
    (act,) = thread.acts

    assert (act.line, act.tokens, len(act.words)) == (3, 2, 8)  # two words of four bytes each
