"""A program on one input: what it says comes back, and nothing of it stays, however it or we end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tallystick.host import piped

SOURCE = Path(__file__).parents[2] / "src"


def sh(script: str, given: bytes = b"", *, seconds: float = 20, most: int = 1 << 20) -> piped.Piped:
    """Run a script of the shell."""
    environ = {"PATH": os.environ["PATH"], "GIVEN": "yes"}
    return piped.run(["sh", "-c", script], given, environ, seconds=seconds, most=most)


def is_running(process: int) -> bool:
    """Whether a process is there and no corpse."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for(path: Path) -> int:
    """The number that a script writes to a file."""
    for _ in range(2000):
        if path.exists() and (text := path.read_text().strip()):
            return int(text)
        time.sleep(0.01)
    raise AssertionError("the script never came so far")


def wait_until_gone(process: int) -> bool:
    """Whether a process ends within a while: the kernel takes a moment."""
    for _ in range(500):
        if not is_running(process):
            return True
        time.sleep(0.01)
    return False


def test_what_it_says() -> None:
    """Output, errors, exit code; its environment is what it was given."""
    done = sh('cat; echo "$GIVEN$HOME" >&2; exit 7', b"in")
    assert (done.output, done.errors, done.code, done.fault) == (b"in", b"yes\n", 7, "")


def test_megabytes_in_both_directions() -> None:
    """Neither waits for the other."""
    text = b"x" * 3_000_000
    done = sh("cat", text, most=4 << 20)
    assert (done.output == text, done.code) == (True, 0)


def test_input_that_nobody_wants() -> None:
    """Is not written."""
    done = sh("exec <&-; echo done", b"x" * 3_000_000)
    assert (done.output, done.code) == (b"done\n", 0)


def test_long_complaints() -> None:
    """The first 4 KiB are held."""
    assert sh("head -c 100000 /dev/zero >&2").errors == b"\0" * 4096


def test_too_much_output() -> None:
    """It is ended there and then."""
    done = sh("yes", most=1 << 20)
    assert done.fault == piped.TOO_MUCH
    assert 1 << 20 < len(done.output) <= (1 << 20) + (1 << 16)


def test_what_takes_too_long(tmp_path: Path) -> None:
    """It and what it started are ended, also where they ignore a friendly word."""
    script = f"trap '' TERM; sh -c 'trap \"\" TERM; echo $$ >{tmp_path}/child; while :; do sleep 1; done' & wait"
    begun = time.monotonic()
    done = sh(script, seconds=0.5)
    assert (done.fault, done.code) == (piped.LATE, 137)
    assert time.monotonic() - begun < 15
    assert wait_until_gone(wait_for(tmp_path / "child"))


def test_outputs_that_stay_open(tmp_path: Path) -> None:
    """What it left running keeps nobody waiting, and is ended."""
    done = sh(f"(echo $BASHPID; exec sleep 100) & echo $! >{tmp_path}/child; echo said; exit 3")
    assert (done.code, done.fault) == (3, "")
    assert b"said" in done.output
    assert wait_until_gone(wait_for(tmp_path / "child"))


def test_outputs_that_are_closed_early() -> None:
    """It runs on until it ends."""
    done = sh("exec >&- 2>&- <&-; sleep 0.3; exit 5")
    assert (done.code, done.output) == (5, b"")


def test_what_cannot_be_started(tmp_path: Path) -> None:
    """Is an OSError; signals are as they were."""
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(FileNotFoundError):
        piped.run([str(tmp_path / "nothing")], b"", {}, seconds=1, most=1)
    assert signal.getsignal(signal.SIGTERM) is before


CALLER = """
import sys
from tallystick.host import piped
piped.run(["sh", "-c", sys.argv[1]], b"", {"PATH": "/usr/bin:/bin"}, seconds=100, most=1)
"""


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, -2), (signal.SIGKILL, -9)]
)
def test_where_we_are_ended(number: int, code: int, tmp_path: Path) -> None:
    """The program ends with us; killed as we may be (on Linux)."""
    if number == signal.SIGKILL and sys.platform != "linux":
        pytest.skip("only Linux ends a child with its parent")
    script = f"trap '' HUP; echo $$ >{tmp_path}/child; while :; do sleep 1; done"
    environ = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-c", CALLER, script]
    with subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL) as caller:
        child = wait_for(tmp_path / "child")
        caller.send_signal(number)
        assert caller.wait(20) == code
    assert wait_until_gone(child)


def test_a_parent_that_is_gone_already(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is started in its name."""
    monkeypatch.setattr(os, "getpid", lambda: 1 << 22)
    assert sh("echo said").output == b""


def test_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system cannot tie a child to its parent, it runs all the same."""
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.delattr(os, "waitid")
    assert sh("echo said").output == b"said\n"
