"""The program under the root folder that a client's hooks run: written for this installation, silent, never failing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick.errors import UsageError
from tallystick.host import hooks_stub, programs
from tallystick.host.environment import hooks_stub_path, installation
from tests.hooks.events import PASSING, event, shell

NAMES = ("session-start", "divert-check", "post-tool-use")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root folder whose name sh would take apart, with the program in it."""
    folder = tmp_path / "it's my root $HOME"
    hooks_stub.write(str(folder))
    return folder


def run(words: str, given: object = None, **environ: str) -> str:
    """Run a command as the client does; what it printed. It ends with 0 and complains of nothing."""
    done = subprocess.run(
        ["sh", "-c", words],
        input=json.dumps(given or {}),
        env={"PATH": "/usr/bin:/bin", **environ},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def test_it_runs_the_fast_path(root: Path) -> None:
    """With the root folder for which it was written."""
    assert "updatedToolOutput" in run(hooks_stub.command(str(root), "post-tool-use"), shell(PASSING), HOME="/nowhere")
    assert len(list((root / "outputs").iterdir())) == 1


def test_switched_off(root: Path) -> None:
    """By 1 no Python starts; other words are for that to understand."""
    assert run(hooks_stub.command(str(root), "post-tool-use"), shell(PASSING), TALLY_DISABLE_HOOKS="yes") == ""
    assert run(hooks_stub.command(str(root), "post-tool-use"), shell(PASSING), TALLY_DISABLE_HOOKS="0") != ""
    broken(root, "python", "/nowhere")
    assert run(hooks_stub.command(str(root), "post-tool-use"), shell(PASSING), TALLY_DISABLE_HOOKS="1") == ""


def broken(root: Path, name: str, value: str) -> None:
    """Let a line of the program name something else."""
    path = Path(hooks_stub_path(str(root)))
    lines = [f"{name}={value}" if line.startswith(f"{name}=") else line for line in path.read_text().splitlines()]
    path.write_text("\n".join(lines) + "\n")


def test_reads_are_looked_at_where_that_is_asked_for(root: Path, tmp_path: Path) -> None:
    """The settings are looked at by the shell itself: without them, or where they say no, no Python starts."""
    (tmp_path / "claude").touch(mode=0o755)
    (tmp_path / "long.txt").write_text("line\n" * 350)
    given = event("PreToolUse", tool_name="Read", tool_input={"file_path": str(tmp_path / "long.txt")})
    command, path = hooks_stub.command(str(root), "divert-check"), f"{tmp_path}:/usr/bin:/bin"
    config = root / "statusline" / "config"
    assert run(command, given, PATH=path) == ""
    config.parent.mkdir()
    for text, expected in (
        ("diverts=0\n", False),
        ("x\ndiverts=1\ndivert_lines=350", True),
        ("diverts=1", False),
        ("", False),
    ):
        config.write_text(f"tallystick statusline 1 x\n{text}" if text else "")
        assert ('"deny"' in run(command, given, PATH=path)) is expected


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("line", ["python=/nowhere", "python=/bin/false", "fast=/nowhere", "fast=/etc/passwd"])
def test_nothing_of_us_is_left(root: Path, name: str, line: str) -> None:
    """No Python, a broken one, no package, another file in its place: nothing is said."""
    broken(root, *line.split("="))
    done = subprocess.run(
        ["sh", "-c", hooks_stub.command(str(root), name)],
        input=b"{}",
        capture_output=True,
        check=True,
        env={"PATH": "/bin"},
    )
    assert done.stdout == b""


def test_no_root_folder(tmp_path: Path) -> None:
    """Somebody has taken it away."""
    assert run(hooks_stub.command(str(tmp_path / "gone"), "post-tool-use"), shell(PASSING)) == ""


@pytest.mark.parametrize(
    ("text", "expected"), [('# tallystick\necho "$@"', "hook session-start\n"), ("echo another", "")]
)
def test_a_tally_on_the_path(root: Path, tmp_path: Path, text: str, expected: str) -> None:
    """It is asked where the fast path is gone, if it is ours by its text."""
    broken(root, "fast", "/nowhere")
    (tmp_path / "tally").write_text(f"#!/bin/sh\n{text}\n")
    (tmp_path / "tally").chmod(0o755)

    assert run(hooks_stub.command(str(root), "session-start"), PATH=f"{tmp_path}:/usr/bin:/bin") == expected


@pytest.mark.parametrize(
    "root", ["/home/dev/.local/share/tallystick", "/a b", "/it's", "/$(x)`y`;z", "/a ] && . b", "/é"]
)
@pytest.mark.parametrize("name", NAMES)
def test_ours_is_known(root: str, name: str) -> None:
    """By its form, of whatever root folder."""
    assert hooks_stub.path_of(hooks_stub.command(root, name)) == f"{root}/hooks/run"


@pytest.mark.parametrize(
    "words",
    [
        None,
        7,
        "",
        "hook=x",
        "hook=x; [ -f /a/hooks/run ] && . /b/hooks/run; exit 0",
        "echo; exit 0",
        "hook=x; [ -f /a/b/run ] && . /a/b/run; exit 0",
        "hook=x; [ -f /a/hooks/run ] && . /a/hooks/run",
    ],
)
def test_theirs_is_not(words: object) -> None:
    """Whatever it looks like."""
    assert hooks_stub.path_of(words) is None


@pytest.mark.parametrize("root", ["/a\nb", "/a\x1bb"])
def test_some_paths_cannot_stand_in_settings(root: str) -> None:
    """One line says so."""
    with pytest.raises(UsageError, match="cannot stand in a settings file"):
        hooks_stub.command(root, "session-start")


def test_it_follows_an_installation(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the one that it runs is gone; what is not ours, or not there, stays as it is."""
    path = Path(hooks_stub_path(str(root)))
    assert hooks_stub.is_of(str(root), installation())
    broken(root, "fast", "/gone/tallystick/hooks/__main__.py")
    hooks_stub.follow(str(root))
    assert hooks_stub.content(str(root)) == path.read_bytes()
    text = (
        path.read_text()
        .replace(programs.package(), "/usr/lib/tallystick")
        .replace("fast=/usr/lib/tallystick/hooks/__main__.py", f"fast={__file__}")
    )
    path.write_text(text)
    hooks_stub.follow(str(root))
    assert path.read_text() == text
    path.write_text("echo theirs")
    hooks_stub.follow(str(root))
    assert path.read_text() == "echo theirs"
    path.unlink()
    hooks_stub.follow(str(root))
    assert not path.exists()


def test_removing(root: Path) -> None:
    """The notes of the hooks go with it, and the folder unless something else is in it."""
    (root / "hooks" / "notes").write_text("x")
    hooks_stub.remove(str(root))
    assert not (root / "hooks").exists()
    hooks_stub.write(str(root))
    (root / "hooks" / "other").touch()
    hooks_stub.remove(str(root))
    assert os.listdir(root / "hooks") == ["other"]
    hooks_stub.remove(str(root))


def test_it_is_plain_sh(root: Path) -> None:
    """Every shell that is called sh reads it."""
    for program in ("sh", "bash", "dash"):
        done = subprocess.run([program, "-n", hooks_stub_path(str(root))], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
    assert sys.executable in Path(hooks_stub_path(str(root))).read_text()
