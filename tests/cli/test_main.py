"""The door: finding the command, and turning failures into one line and an exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick import __version__
from tallystick.cli import main as door
from tallystick.cli.divert import _shown
from tallystick.cli.main import COMMANDS, main, split
from tallystick.errors import IndexBusy, UsageError

SAMPLE = b"tally: this is the sample, not your own history: add --demo to the commands that it names\n"
SRC = Path(door.__file__).parents[2]


def tally(*words: str, **fields: object) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a Python of its own."""
    environment = os.environ | {"PYTHONPATH": str(SRC)}
    command = [sys.executable, "-m", "tallystick", *words]
    return subprocess.run(command, check=False, **{"env": environment, "capture_output": True} | fields)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ("overview", [])),
        (["spent"], ("spent", [])),
        (["spent", "--by", "day"], ("spent", ["--by", "day"])),
        (["--root", "spent", "sync", "--demo"], ("sync", ["--root", "spent", "--demo"])),
        (["--root=x", "--demo", "doctor"], ("doctor", ["--root=x", "--demo"])),
        (["--demo"], ("overview", ["--demo"])),
        (["--root"], ("overview", ["--root"])),
        (["--by", "day"], ("overview", ["--by", "day"])),
        (["--version", "spent"], ("--version", [])),
        (["--demo", "-h"], ("-h", [])),
        (["spent", "--help"], ("spent", ["--help"])),
    ],
)
def test_split(words: list[str], expected: tuple[str, list[str]]) -> None:
    """Options of every command may stand before its name; without a name it is the overview."""
    assert expected == split(words)


def test_no_such_command() -> None:
    """An unknown command is refused with all there are."""
    with pytest.raises(UsageError) as raised:
        split(["spend"])

    assert str(raised.value) == f"there is no command 'spend'; there are {', '.join(COMMANDS)}"


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    """The version is one line; help names every command."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tally {__version__}\n"
    assert main(["--help"]) == 0
    page = capsys.readouterr().out
    assert [name for name in COMMANDS if f"\n  {name} " not in page] == []
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Help of each command says what it is for."""
    with pytest.raises(SystemExit) as raised:
        main([name, "--help"])

    assert raised.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: tally {name} ")


@pytest.mark.parametrize(
    ("failure", "code", "line"),
    [
        (IndexBusy("the index is held"), 1, "tally: the index is held\n"),
        (UsageError("what?"), 2, "tally: what?\n"),
        (KeyboardInterrupt(), 130, ""),
        (
            PermissionError(13, "Permission denied", "/srv/x"),
            1,
            "tally: /srv/x: Permission denied: check the place and its permissions, and try again\n",
        ),
        (OSError("odd"), 1, "tally: odd: check the place and its permissions, and try again\n"),
    ],
)
def test_failures(
    failure: BaseException, code: int, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A failure is one line on stderr and an exit code; nothing is on stdout."""

    def fail(_: list[str]) -> int:
        raise failure

    monkeypatch.setattr(door, "_run", fail)

    assert main([]) == code
    assert tuple(capsys.readouterr()) == ("", line)


def test_reader_that_has_seen_enough() -> None:
    """Where the reader of a pipe goes away, nothing is said; the exit code is the shell's for that signal."""
    reader, writer = os.pipe()
    os.close(reader)

    done = tally("--help", stdout=writer, stderr=subprocess.PIPE, capture_output=False)
    os.close(writer)

    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which is of Linux")
def test_full_output() -> None:
    """Output that cannot be written is a failure, not silence."""
    with open("/dev/full", "wb") as full:
        done = tally("--help", stdout=full, stderr=subprocess.PIPE, capture_output=False)

    assert done.returncode == 1
    assert done.stderr.startswith(b"tally: No space left on device")


@pytest.mark.parametrize("locale", ["C", "POSIX", "en_US.ISO-8859-1", "C.UTF-8"])
def test_any_locale(locale: str) -> None:
    """The locale changes no figure and breaks no page."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(SRC), "LC_ALL": locale, "COLUMNS": "100"}

    done = tally("--demo", "spent", env=environment)

    assert (done.returncode, done.stderr) == (0, SAMPLE)
    assert b"2026-11-26" in done.stdout


def test_encoding_without_marks() -> None:
    """Where the encoding lacks the mark of a lower bound, a plain character stands for it."""
    environment = os.environ | {"PYTHONPATH": str(SRC), "PYTHONIOENCODING": "ascii:strict", "COLUMNS": "80"}

    done = tally("--demo", "spent", env=environment)

    assert (done.returncode, done.stderr) == (0, SAMPLE)
    assert b"  >$" in done.stdout
    assert done.stdout.isascii()


def test_closed_output() -> None:
    """A process without stdout still ends well."""
    done = tally("--version", stdout=None, stderr=subprocess.PIPE, capture_output=False, preexec_fn=lambda: os.close(1))

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("end", ["2>&-", "2>/dev/full"])
def test_what_cannot_be_said_is_not_said_elsewhere(tmp_path: Path, end: str) -> None:
    """Statistics and errors are for stderr alone; a pipe gets the output and nothing else, and nothing fails."""
    environment = os.environ | {"PYTHONPATH": str(SRC), "TALLY_ROOT": str(tmp_path)}
    for words, code in (("compress --tool pytest", 0), ("run --", 2), ("output 0123456789ab", 1)):
        command = f"{sys.executable} -m tallystick {words} {end}"
        done = subprocess.run(command, shell=True, input=b"one\n", stdout=subprocess.PIPE, env=environment, check=False)
        assert (done.returncode, done.stdout) == (code, b"one\n" if words.startswith("compress") else b"")


def test_an_answer_on_a_terminal() -> None:
    """What a file told the helper to say does not act upon the terminal; its lines stay lines."""
    assert _shown("a\x1b[2J\n  b\u202e\n\nc") == "a[2J\n  b\n\nc"
