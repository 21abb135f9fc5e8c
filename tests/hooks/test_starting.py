"""A session begins: its mark, the session that it went on from, and what its launch staged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.hooks import starting
from tallystick.hooks.starting import start
from tallystick.kernel.hooknotes import notes
from tests.hooks.events import ENTRY, event
from tests.stagings import Scene, ledger, pending


def begin(root: Path, session: str, source: str = "startup", **environ: str) -> None:
    """Let a session begin."""
    start(event("SessionStart", source=source) | {"session_id": session}, os.fsencode(root), environ)


def links(root: Path) -> dict[str, list[str]]:
    """The files of links."""
    folder = root / "usage" / "session-links"
    return {path.name: path.read_text().split() for path in sorted(folder.iterdir())} if folder.is_dir() else {}


def test_the_mark(tmp_path: Path) -> None:
    """By which the status line shows that the hooks are live; it is new again at each start."""
    begin(tmp_path, "one")
    path = tmp_path / "statusline" / "one.hooks"
    os.utime(path, (0, 0))
    begin(tmp_path, "one", "resume")

    assert path.stat().st_mtime > 0
    assert path.stat().st_mode & 0o077 == 0
    assert links(tmp_path) == {}


@pytest.mark.parametrize("session", ["", "../x", "a b", "x" * 129, "\0"])
def test_an_id_that_can_name_no_file(tmp_path: Path, session: str) -> None:
    """Leaves nothing."""
    begin(tmp_path, session)

    assert list(tmp_path.iterdir()) == []


def test_a_session_that_was_cleared(tmp_path: Path) -> None:
    """Is listed with the one that it goes on from, in the same process; and so is the next one."""
    process = str(os.getpid())
    begin(tmp_path, "first", CLAUDE_PID=process)
    begin(tmp_path, "second", "clear", CLAUDE_PID=process)
    begin(tmp_path, "third", "clear", CLAUDE_PID=process)
    begin(tmp_path, "other", CLAUDE_PID=process)
    begin(tmp_path, "fork", "fork", CLAUDE_PID=process)

    assert links(tmp_path) == {"first": ["first", "second", "third"], "other": ["other", "fork"]}


@pytest.mark.parametrize("source", ["startup", "resume", "compact", "", "later"])
def test_others_go_on_from_nobody(tmp_path: Path, source: str) -> None:
    """They have begun, or go on under their own id."""
    process = str(os.getpid())
    begin(tmp_path, "first", CLAUDE_PID=process)
    begin(tmp_path, "second", source, CLAUDE_PID=process)

    assert links(tmp_path) == {}


def test_the_same_session_again(tmp_path: Path) -> None:
    """Where two hooks are told of one start."""
    process = str(os.getpid())
    for session in ("first", "second", "second"):
        begin(tmp_path, session, "clear", CLAUDE_PID=process)

    assert links(tmp_path) == {"first": ["first", "second"]}


@pytest.mark.parametrize("process", ["", "x", "-1", "../x", "9" * 11, "²"])
def test_no_process(tmp_path: Path, process: str) -> None:
    """Then nobody knows what was before."""
    begin(tmp_path, "first", CLAUDE_PID=process)
    begin(tmp_path, "second", "clear", CLAUDE_PID=process)

    assert links(tmp_path) == {}
    assert [path.suffix for path in sorted((tmp_path / "statusline").iterdir())] == ["", ".hooks", ".hooks"]


def test_a_number_that_came_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process began at another moment."""
    process = str(os.getpid())
    begin(tmp_path, "first", CLAUDE_PID=process)
    monkeypatch.setattr(starting, "_began", lambda process: "7")
    begin(tmp_path, "second", "clear", CLAUDE_PID=process)

    assert links(tmp_path) == {}


def test_what_the_system_does_not_say(tmp_path: Path) -> None:
    """A process that is gone, and files that are none."""
    begin(tmp_path, "first", CLAUDE_PID="4194304")
    begin(tmp_path, "second", "clear", CLAUDE_PID="4194304")

    assert links(tmp_path) == {"first": ["first", "second"]}
    assert starting._read_proc(os.fsencode(tmp_path)) == ""


def test_a_launch(tmp_path: Path) -> None:
    """Its sessions are listed under its name, and the first one gets what it staged; one of a client inside is not."""
    scene = Scene(tmp_path)
    scene.stage("app-1f", 7)
    environ = {"TALLY_SCOPE": "app-1f", "CLAUDE_PROJECT_DIR": str(scene.project)}
    begin(scene.root, "one", CLAUDE_PID=str(os.getpid()), **environ)
    begin(scene.root, "inside", CLAUDE_PID="4194304", **environ)
    begin(scene.root, "two", "clear", CLAUDE_PID=str(os.getpid()), **environ)

    assert links(scene.root) == {"app-1f": ["one", "two"]}
    assert [(row["session_id"], row["tokens_saved"]) for row in ledger(scene.root)] == [("one", 7)]
    assert pending(scene.root) == []


def test_what_is_given_up_is_told_later(tmp_path: Path) -> None:
    """By `tally doctor`."""
    scene = Scene(tmp_path)
    place = scene.stage("app-1f")
    place.write_bytes(b"torn")
    os.utime(place, (0, 0))
    begin(scene.root, "one", CLAUDE_PROJECT_DIR=str(scene.project))

    ((_, said),) = notes(os.fsencode(scene.root))
    assert said.startswith("a staged saving is given up")


def test_many_begin_at_once(tmp_path: Path) -> None:
    """One of them has the row."""
    scene = Scene(tmp_path)
    scene.stage("app-1f")
    command = [sys.executable, "-I", "-S", str(ENTRY), "session-start", "--root", str(scene.root)]
    environ = {"CLAUDE_PROJECT_DIR": str(scene.project)}
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, env=environ) for _ in range(8)]
    for number, process in enumerate(started):
        assert process.stdin is not None
        process.stdin.write(json.dumps(event("SessionStart") | {"session_id": f"s{number}"}).encode())
        process.stdin.close()
    assert {process.wait() for process in started} == {0}

    assert scene.numbers() == [1]
    assert pending(scene.root) == []


def test_idle_sessions_go_once_a_day(tmp_path: Path) -> None:
    """Also where no status line is drawn."""
    begin(tmp_path, "old")
    os.utime(tmp_path / "statusline" / "old.hooks", (0, 0))
    begin(tmp_path, "new")
    assert (tmp_path / "statusline" / "old.hooks").exists()
    os.utime(tmp_path / "statusline" / ".pruned", (0, 0))
    begin(tmp_path, "new")
    assert not (tmp_path / "statusline" / "old.hooks").exists()
