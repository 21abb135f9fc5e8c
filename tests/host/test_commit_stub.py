"""The program under the root folder that commit hooks run: written for this installation, kept current, silent."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.host import commit_stub, programs
from tallystick.host.environment import commit_stub_path, installation
from tallystick.kernel.quoting import quote
from tests.commits.repositories import FIGURES, SESSION, lay_session


def run(root: Path, hook: str, message: Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a hook does."""
    script = f"hook={hook}; . {quote(commit_stub_path(str(root)))}"
    command = ["sh", "-c", script, "hook", str(message), "message"]
    found = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(root.parent), **environ}
    return subprocess.run(command, env=found, capture_output=True, check=False)


def test_what_is_written(tmp_path: Path) -> None:
    """For this user alone, once; a second time nothing is touched."""
    commit_stub.write(str(tmp_path))
    path = Path(commit_stub_path(str(tmp_path)))
    before = path.stat()
    commit_stub.write(str(tmp_path))
    assert (before.st_ino, before.st_mode & 0o777) == (path.stat().st_ino, 0o700)
    assert commit_stub.is_of(str(tmp_path), installation())
    assert not commit_stub.is_of(str(tmp_path), "# another")


def test_it_stamps_in_a_session_alone(home: Path, tmp_path: Path) -> None:
    """Without one it starts no Python, unless there is a block to be taken off; behind the editor only with a note."""
    lay_session(home)
    commit_stub.write(str(home / "root"))
    message = tmp_path / "message"
    message.write_text("a\n")
    for hook, session in (("prepare-commit-msg", ""), ("commit-msg", SESSION)):
        run(home / "root", hook, message, CLAUDE_CODE_SESSION_ID=session)
        assert message.read_text() == "a\n"
    run(home / "root", "prepare-commit-msg", message, CLAUDE_CODE_SESSION_ID=SESSION)
    assert message.read_text().splitlines()[2:] == FIGURES


def test_it_follows_an_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older program of this one, or of one that has gone, is written anew; one of another that is there stays."""
    root = str(tmp_path)
    path = Path(commit_stub_path(root))
    commit_stub.follow(root)
    assert not path.exists()
    commit_stub.write(root)
    current = path.read_text()
    path.write_text(current.replace(installation(), "# older"))
    commit_stub.follow(root)
    assert path.read_text() == current
    other = tmp_path / "other" / "commits" / "__main__.py"
    other.parent.mkdir(parents=True)
    other.touch()
    foreign = current.replace(f"fast={programs.package()}/commits/__main__.py", f"fast={other}")
    path.write_text(foreign)
    commit_stub.follow(root)
    assert path.read_text() == foreign
    other.unlink()
    commit_stub.follow(root)
    assert path.read_text() == current
    path.write_text("something else")
    commit_stub.follow(root)
    assert path.read_text() == "something else"
    assert sys.executable in current
