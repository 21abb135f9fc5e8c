"""The door of the commit hooks: its words and its surroundings, and that it ends well whatever they are."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tallystick.commits import door
from tests.commits.repositories import FIGURES, SESSION

ENTRY = Path(door.__file__).with_name("__main__.py")
MESSAGE = b"a thing\n"


def run(*words: str, environ: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    """Run the door as a hook does."""
    command = [sys.executable, "-I", "-S", str(ENTRY), *words]
    found = {"PATH": os.environ["PATH"], **environ}
    return subprocess.run(command, env=found, capture_output=True, check=True, stdin=subprocess.DEVNULL)


@pytest.fixture
def environ(home: Path, transcript: Path) -> dict[str, str]:
    """A session's own."""
    return {"HOME": str(home), "TALLY_ROOT": str(home / "root"), "CLAUDE_CODE_SESSION_ID": SESSION}


def test_the_block_is_printed(environ: dict[str, str]) -> None:
    """Where no message is named."""
    assert run(environ=environ).stdout.decode().splitlines() == FIGURES
    assert run(environ={**environ, "CLAUDE_CODE_SESSION_ID": ""}).stdout == b""


def test_a_message_is_stamped(environ: dict[str, str], tmp_path: Path) -> None:
    """And nothing is printed; a second run changes nothing, another source takes off what the first one wrote."""
    path = tmp_path / "message"
    path.write_bytes(MESSAGE)
    path.chmod(0o664)
    words = ("--message-file", str(path), "--commit-source")
    for _ in range(2):
        done = run(*words, " message\n", environ=environ)
        assert (done.stdout, done.stderr) == (b"", b"")
        assert path.read_bytes().decode() == "\n".join(["a thing", "", *FIGURES, ""])
        assert path.stat().st_mode & 0o777 == 0o664
    run(*words, "commit", environ={**environ, "CLAUDE_CODE_SESSION_ID": ""})
    assert path.read_bytes() == MESSAGE
    assert [one.name for one in tmp_path.iterdir()] == ["message"]


@pytest.mark.parametrize("source", ["merge", "squash"])
def test_a_source_that_gets_none(source: str, environ: dict[str, str], tmp_path: Path) -> None:
    """It is left alone."""
    (tmp_path / "message").write_bytes(MESSAGE)
    run("--message-file", str(tmp_path / "message"), "--commit-source", source, environ=environ)
    assert (tmp_path / "message").read_bytes() == MESSAGE


@pytest.mark.parametrize(("value", "is_stamped"), [("1", False), ("yes", False), ("0", True), ("", True)])
def test_skipping(value: str, is_stamped: bool, environ: dict[str, str], tmp_path: Path) -> None:  # noqa: FBT001 - a table
    """A variable leaves one commit alone."""
    (tmp_path / "message").write_bytes(MESSAGE)
    run("--message-file", str(tmp_path / "message"), environ={**environ, "TALLY_SKIP_COMMIT_STATS": value})
    assert ((tmp_path / "message").read_bytes() != MESSAGE) is is_stamped


@pytest.mark.parametrize(
    ("value", "seconds"), [("", 2), ("5", 5), ("0", 2), ("-1", 2), ("1.5", 2), ("9" * 20, 2), ("4000", 2), ("٣", 2)]
)
def test_budget(value: str, seconds: int) -> None:
    """Whole seconds up to an hour; anything else is two."""
    assert door.budget({"TALLY_COMMIT_STATS_TIMEOUT": value}) == seconds


def test_sessions() -> None:
    """An id that could be a path is none."""
    for text, expected in ((f" {SESSION} ", SESSION), ("../x", ""), ("", ""), ("a" * 129, "")):
        assert door.session_of({"CLAUDE_CODE_SESSION_ID": text}) == expected


def test_a_git_that_hangs(environ: dict[str, str], tmp_path: Path) -> None:
    """The message is as it was when the time is over."""
    (tmp_path / "git").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "git").chmod(0o755)
    (tmp_path / "message").write_bytes(MESSAGE)
    slow = {**environ, "PATH": f"{tmp_path}:{environ.get('PATH', '/usr/bin:/bin')}", "TALLY_COMMIT_STATS_TIMEOUT": "1"}
    began = time.monotonic()
    run("--message-file", str(tmp_path / "message"), environ=slow)
    assert time.monotonic() - began < 50  # not the sleeper's own time
    assert (tmp_path / "message").read_bytes() == MESSAGE


@pytest.mark.parametrize("what", ["missing", "folder", "bytes", "link"])
def test_a_message_that_is_none(what: str, environ: dict[str, str], tmp_path: Path) -> None:
    """Nothing is said and nothing is changed."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("missing")
    name = {"bytes": "caf\udce9"}.get(what, what)
    done = run("--message-file", str(tmp_path) + "/" + name, environ=environ)
    assert (done.stdout, done.stderr) == (b"", b"")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["folder", "link"]


def test_a_folder_that_cannot_be_written(environ: dict[str, str], tmp_path: Path) -> None:
    """A message whose place is no folder for new files stays as it is."""
    (tmp_path / "message").write_bytes(MESSAGE)
    longest = tmp_path / ("m" * 250)  # its own name fits, that of what is written beside it does not
    longest.write_bytes(MESSAGE)
    run("--message-file", str(longest), environ=environ)
    assert longest.read_bytes() == MESSAGE
