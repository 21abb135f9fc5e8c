"""Waiting for a file that somebody else holds."""

from __future__ import annotations

import os
from fcntl import LOCK_EX, flock
from pathlib import Path
from threading import Timer

import pytest

from tallystick.kernel.waiting import lock


def test_one_at_a_time(tmp_path: Path) -> None:
    """A second holder waits in vain, until the first lets go."""
    first, second = (os.open(tmp_path / "held", os.O_RDWR | os.O_CREAT) for _ in range(2))
    try:
        assert lock(first, 0.0)
        assert not lock(second, 0.01)
        Timer(0.05, os.close, [first]).start()
        assert lock(second, 10.0)
    finally:
        os.close(second)


def test_what_cannot_be_held(tmp_path: Path) -> None:
    """A handle that is no file any more is said to be none."""
    handle = os.open(tmp_path / "held", os.O_RDWR | os.O_CREAT)
    flock(handle, LOCK_EX)
    os.close(handle)

    with pytest.raises(OSError, match="Bad file"):
        lock(handle, 0.0)
