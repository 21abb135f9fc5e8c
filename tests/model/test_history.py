"""Threads: whether they run in one line, and where they were cut."""

from __future__ import annotations

from pathlib import Path

from tests.pasts import main


def test_thread_knows_whether_it_runs_in_one_line(tmp_path: Path) -> None:
    """A compaction does not break the line, a prompt from an earlier place does."""
    straight = main(tmp_path / "1", "session 1\nask\nsay\ncompact\nsay")

    assert straight.is_linear
    assert straight.cut_turns == (1,)
    assert not main(tmp_path / "2", "session 1\nask\nsay\nask\nsay\nrewind 2\nask\nsay").is_linear
