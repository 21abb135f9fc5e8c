"""The program that a client runs: it prints a line whatever is missing, and follows the installation."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tallystick.host import environment, programs
from tallystick.host.environment import installation, stub_path
from tallystick.host.stub import GONE, command, content, follow, is_of, remove, try_out, write

Line = Callable[[], tuple[int, str]]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root folder whose name sh would take apart."""
    return tmp_path / "it's my root $HOME"


@pytest.fixture
def line(root: Path, monkeypatch: pytest.MonkeyPatch) -> Line:
    """Write the program for an installation under `here`, and run it as a client does."""

    def run() -> tuple[int, str]:
        write(str(root))
        return try_out(command(str(root)))

    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return run


def pretend(monkeypatch: pytest.MonkeyPatch, package: Path, python: Path) -> None:
    """Be an installation elsewhere."""
    monkeypatch.setattr(programs, "package", lambda: str(package))
    monkeypatch.setattr(sys, "executable", str(python))


def make_python(path: Path, script: str) -> Path:
    """A program that stands for a Python."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path


def make_fast(package: Path) -> Path:
    """The entry of a fast path."""
    entry = package / "statusline" / "__main__.py"
    entry.parent.mkdir(parents=True, exist_ok=True)
    entry.touch()
    return entry


def test_the_fast_path_comes_first(root: Path, tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolated, without site, on the entry, with the root in its environment and the payload on its stdin."""
    package = tmp_path / "a b"
    python = make_python(tmp_path / "bin" / "py'thon", 'echo "$@"; echo "$TALLY_ROOT"; cat')
    pretend(monkeypatch, package, python)

    assert (0, f"-I -S {make_fast(package)}\n{root}\n{{}}") == line()


def test_without_a_fast_path_the_command(tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same Python, and no module of the folder that the session stands in."""
    pretend(monkeypatch, tmp_path / "gone", make_python(tmp_path / "python", 'echo "$@"; echo two'))

    assert (0, "-P -m tallystick statusline\ntwo\n") == line()


@pytest.mark.parametrize("script", ["exit 3", "echo half >&2; exit 1", "kill -9 $$", "exit 0"])
def test_a_broken_python_is_passed_over(
    script: str, tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For any tally on the path: an environment that is half gone fails, or says nothing."""
    package = tmp_path / "package"
    python = make_python(tmp_path / "bin" / "python", f'[ "$1" = -I ] && exit 1\n{script}')
    make_fast(package)
    pretend(monkeypatch, package, python)
    make_python(tmp_path / "path" / "tally", 'echo "$1" # of tallystick')
    monkeypatch.setenv("PATH", f"{tmp_path / 'path'}:/usr/bin:/bin")

    assert (0, "statusline\n") == line()


@pytest.mark.parametrize("other", ["exit 1 # tallystick", "true # tallystick", "echo trapped"])
def test_nothing_is_left(tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch, other: str) -> None:
    """A line that says so; also where another program has the name tally, which is not even run."""
    pretend(monkeypatch, tmp_path / "gone", tmp_path / "no python")
    assert (0, f"{GONE}\n") == line()

    make_python(tmp_path / "path" / "tally", other)
    monkeypatch.setenv("PATH", f"{tmp_path / 'path'}:/usr/bin:/bin")
    assert (0, f"{GONE}\n") == line()


def test_an_environment_whose_python_is_a_dead_link(
    tmp_path: Path, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an upgrade of the system leaves it."""
    package = tmp_path / "package"
    make_fast(package)
    (tmp_path / "python").symlink_to("/nowhere/python3.9")
    pretend(monkeypatch, package, tmp_path / "python")

    assert (0, f"{GONE}\n") == line()


def test_a_folder_of_the_session_is_not_run(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project that has a module `tallystick` of its own does not draw the line."""
    monkeypatch.setattr(programs, "package", lambda: str(tmp_path / "gone"))
    write(str(root))
    trap = tmp_path / "project" / "tallystick"
    trap.mkdir(parents=True)
    (trap / "__init__.py").touch()
    (trap / "__main__.py").write_text("print('trapped')\n", "utf-8")
    done = subprocess.run(
        ["sh", "-c", command(str(root))], cwd=trap.parent, stdin=subprocess.DEVNULL, capture_output=True, check=True
    )

    assert b"trapped" not in done.stdout


def test_the_real_python_prints_something(line: Line) -> None:
    """Whatever this checkout has of a status line."""
    code, text = line()

    assert code == 0
    assert text.strip()


def test_it_is_plain_sh(root: Path) -> None:
    """No shell of this machine finds a fault in it, and it is this user's alone."""
    write(str(root))
    path = Path(stub_path(str(root)))

    assert b"" == subprocess.run(["sh", "-n", str(path)], capture_output=True, check=True).stderr
    assert ("700", "700") == tuple(f"{place.stat().st_mode & 0o777:o}" for place in (path, path.parent))


def test_the_same_program_is_not_written_again(root: Path) -> None:
    """Another one is; so is one that has lost its mode."""
    write(str(root))
    path = Path(stub_path(str(root)))
    os.utime(path, (1, 1))
    write(str(root))
    assert 1 == path.stat().st_mtime

    path.write_text("#!/bin/sh\n", "utf-8")
    write(str(root))
    assert content(str(root)) == path.read_bytes()


def test_it_follows_an_installation_that_moved(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that wrote it is gone: the one that runs now takes over."""
    with monkeypatch.context() as elsewhere:
        pretend(elsewhere, tmp_path / "old", tmp_path / "old" / "python")
        write(str(root))
    follow(str(root))

    assert content(str(root)) == Path(stub_path(str(root))).read_bytes()


def test_an_installation_that_is_still_there_keeps_it(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second one that is tried out does not take the line over."""
    with monkeypatch.context() as elsewhere:
        pretend(elsewhere, tmp_path / "o'ld", make_python(tmp_path / "o'ld" / "python", "true"))
        make_fast(tmp_path / "o'ld")
        write(str(root))
        before = content(str(root))
    follow(str(root))
    assert before == Path(stub_path(str(root))).read_bytes()

    (tmp_path / "o'ld" / "python").unlink()
    follow(str(root))
    assert content(str(root)) == Path(stub_path(str(root))).read_bytes()


def test_a_newer_version_in_the_same_place(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes its own program."""
    with monkeypatch.context() as earlier:
        earlier.setattr(environment, "__version__", "0.0.1")
        write(str(root))
    assert not is_of(str(root), installation())
    follow(str(root))

    assert is_of(str(root), installation())


def test_what_is_not_ours_is_not_written_over(root: Path) -> None:
    """Nor is anything made where nothing was installed."""
    follow(str(root))
    assert not root.exists()

    path = Path(stub_path(str(root)))
    path.parent.mkdir(parents=True)
    path.write_text("theirs", "utf-8")
    follow(str(root))
    assert "theirs" == path.read_text("utf-8")


def test_a_folder_that_cannot_be_written_is_no_failure(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report goes on."""
    with monkeypatch.context() as earlier:
        earlier.setattr(environment, "__version__", "0.0.1")
        write(str(root))

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(programs, "replace", refuse)
    follow(str(root))

    assert not is_of(str(root), installation())


def test_removing(root: Path) -> None:
    """The folder goes with it only if it is empty; twice is as good as once."""
    write(str(root))
    remove(str(root))
    remove(str(root))
    assert [] == os.listdir(root)

    write(str(root))
    (root / "statusline" / "session.json").touch()
    remove(str(root))
    assert ["session.json"] == os.listdir(root / "statusline")


@pytest.mark.parametrize(
    ("words", "expected"), [("exit 7", (7, "")), ("echo a; exit 1", (1, "a\n")), ("sleep 9", (1, ""))]
)
def test_trying_out(words: str, expected: tuple[int, str]) -> None:
    """Code and text; what does not end is given up."""
    assert expected == try_out(words, seconds=0.5)


def test_trying_out_without_a_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is a failure like any other."""
    monkeypatch.setenv("PATH", "/nowhere")

    assert (1, "") == try_out("true")
