"""A lock file that one process holds at a time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.errors import IndexBusy, RootUnusable
from tallystick.host.locks import Lock

HOLD = "import fcntl, os, sys; h = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT); fcntl.flock(h, fcntl.LOCK_EX); print('held', flush=True); input()"


def test_it_is_held_inside_and_free_behind(tmp_path: Path) -> None:
    """A second one waits as long as it may, then says who is in its way."""
    path = str(tmp_path / "lock")
    with Lock(path, wait=0), pytest.raises(IndexBusy, match=path), Lock(path, wait=0.05):
        raise AssertionError
    with Lock(path, wait=0):
        assert os.stat(path).st_mode & 0o777 == 0o600


def test_a_process_that_is_killed_lets_go(tmp_path: Path) -> None:
    """The system lets go of it, however a process ends."""
    path = str(tmp_path / "lock")
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert b"held\n" == holder.stdout.readline()
        with pytest.raises(IndexBusy), Lock(path, wait=0):
            raise AssertionError
        holder.kill()
    with Lock(path, wait=1):
        pass


@pytest.mark.parametrize("place", ["nowhere/lock", "folder", "link"])
def test_a_place_where_none_can_be_made(tmp_path: Path, place: str) -> None:
    """No folder, a folder in its place, or a planted link: one line that names it."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "target")

    with pytest.raises(RootUnusable, match=place), Lock(str(tmp_path / place), wait=0):
        raise AssertionError
    assert not (tmp_path / "target").exists()
