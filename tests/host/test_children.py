"""A command run as if nobody stood between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tallystick.host import children


def run(script: str, most: int = 1000) -> tuple[int, bytes | None, bytes]:
    """Run a shell script: its code, what was held back, what was passed on."""
    passed = bytearray()

    def take(data: bytes) -> bool:
        passed.extend(data)
        return True

    done = children.run(["sh", "-c", script], most, take)
    return done.code, done.output, bytes(passed)


@pytest.mark.parametrize(
    ("script", "code"), [("true", 0), ("exit 7", 7), ("kill -TERM $$", 143), ("kill -KILL $$", 137), ("exit 255", 255)]
)
def test_the_code_is_the_program_s(script: str, code: int) -> None:
    """As a shell says it."""
    assert (code, b"", b"") == run(script)


def test_output_is_held_back_byte_for_byte(capfd: pytest.CaptureFixture[str]) -> None:
    """Errors are not."""
    assert (0, b"a\0b\xff", b"") == run("printf 'a\\0b\\377'; echo wrong >&2")
    assert "wrong\n" == capfd.readouterr().err


def test_too_much_is_passed_on() -> None:
    """All of it, in order, and nothing is held."""
    code, held, passed = run("printf 0123456789; sleep 0.1; printf abcdef; exit 3", most=8)

    assert (3, None, b"0123456789abcdef") == (code, held, passed)


def test_nobody_takes_it_any_more() -> None:
    """Then the program meets a closed pipe, as it would without us: 141."""
    assert 141 == children.run(["yes"], 8, lambda _: False).code
    assert 5 == children.run(["sh", "-c", "printf 0123456789; exit 5"], 8, lambda _: False).code


def test_a_command_that_cannot_be_started() -> None:
    """The caller says why."""
    with pytest.raises(FileNotFoundError):
        children.run(["/nowhere/program"], 10, bool)


def test_signals_are_passed_on(tmp_path: Path) -> None:
    """Who ends us ends the program; handlers are as before afterwards."""
    before = signal.getsignal(signal.SIGTERM)
    run("true")
    assert before == signal.getsignal(signal.SIGTERM)
    ready = tmp_path / "ready"
    script = f"trap 'echo stopped; exit 9' TERM; touch {ready}; while :; do sleep 0.05; done"
    code = (
        "import sys; from tallystick.host.children import run\n"
        f"done = run(['sh', '-c', {script!r}], 99, bool); print(done.output); sys.exit(done.code)"
    )
    ours = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": "src"}
    )
    while not ready.exists():
        time.sleep(0.02)
    ours.terminate()

    assert (b"b'stopped\\n'\n", 9) == (ours.communicate(timeout=20)[0], ours.returncode)
