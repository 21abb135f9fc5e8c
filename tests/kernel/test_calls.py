"""A call is taken once."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.kernel import calls

TAKING = "import sys; from tallystick.kernel.calls import take; print(take(sys.argv[1].encode(), 's', sys.argv[2]))"


def test_once(tmp_path: Path) -> None:
    """Each call of each session."""
    root = os.fsencode(tmp_path)
    asked = [("s", "a"), ("s", "a"), ("s", "b"), ("t", "a"), ("s", "b"), ("s", "../x\n\ud800")]

    assert [calls.take(root, *one) for one in asked] == [True, False, True, True, False, True]
    assert sorted(path.name for path in (tmp_path / "statusline").iterdir()) == ["s.calls", "t.calls"]
    assert (tmp_path / "statusline" / "s.calls").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("session", "call"), [("", "a"), ("../s", "a"), ("s", "")])
def test_nobody_could_tell(tmp_path: Path, session: str, call: str) -> None:
    """Without a session, or a name."""
    assert not calls.take(os.fsencode(tmp_path), session, call)
    assert list(tmp_path.iterdir()) == []


def test_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder, a folder or a pipe in the file's place, a disk that is full."""
    (tmp_path / "file").touch()
    assert not calls.take(os.fsencode(tmp_path / "file"), "s", "a")
    (tmp_path / "statusline" / "s.calls").mkdir(parents=True)
    os.mkfifo(tmp_path / "statusline" / "t.calls")
    assert not calls.take(os.fsencode(tmp_path), "s", "a")
    assert not calls.take(os.fsencode(tmp_path), "t", "a")

    def full(*args: object) -> int:
        raise OSError

    monkeypatch.setattr(calls, "write", full)
    assert not calls.take(os.fsencode(tmp_path), "u", "a")


def test_somebody_else_holds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a while it is waited for, and then left to them."""
    root = os.fsencode(tmp_path)
    assert calls.take(root, "s", "a")
    monkeypatch.setattr(calls, "_PATIENCE", 0.01)
    with (tmp_path / "statusline" / "s.calls").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert not calls.take(root, "s", "b")
    assert calls.take(root, "s", "b")


def test_many_at_once(tmp_path: Path) -> None:
    """One has it."""
    command = [sys.executable, "-c", TAKING, str(tmp_path), "a"]
    environ = {**os.environ, "PYTHONPATH": str(Path(calls.__file__).parents[2])}
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) for _ in range(8)]

    assert sorted(process.communicate()[0] for process in started) == ["False\n"] * 7 + ["True\n"]
