"""Openings: the first ten results with text, and for how long they are remembered."""

from __future__ import annotations

from pathlib import Path

from tallystick.accounting.openings import REACH, opening, remember
from tests.pasts import past, pasts

TEN = "\n".join(f"read file{number}.py" for number in range(9))


def test_opening_is_the_first_ten_results(tmp_path: Path) -> None:
    """Nine files, one read twice: the image and the short one take no place, the eleventh result is too late."""
    history = past(tmp_path, f"session 1\nask\nread kiln.png image\nread short.py chars=396\n{TEN}\nread late.py")
    names = [history.names[path].rpartition("/")[2] for path, _ in opening(history).taken]

    assert names == [f"file{number}.py" for number in range(9)]


def test_forks_and_empty_openings_are_not_remembered(tmp_path: Path) -> None:
    """The fork only copied what it opened with; the third session read nothing."""
    first, fork, third = pasts(
        tmp_path, "session 1\nask\nread kiln.py\nsay\nfork 2 of 1 upto 3\nsay\nsession 3 at=9000\nask\nrun make"
    )
    kept = remember([], first)

    assert [one.session for one in kept] == [first.session]
    assert remember(kept, fork) == kept
    assert remember(kept, third) == kept
    assert fork.earlier == third.earlier
    assert len(third.earlier) == 1

    third.first_t += REACH

    assert remember(kept, third) == []


def test_child_without_its_main_transcript_opens_nothing(tmp_path: Path) -> None:
    """Only the child's file is left of the session."""
    history = past(tmp_path, "session 1\nask\nspawn a\nchild a of 1\nread kiln.py")
    history.threads = history.threads[1:]

    assert opening(history).taken == {}
