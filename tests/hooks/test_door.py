"""The door of the hooks: its words, its surroundings, and that it ends well and silently whatever they are."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from tallystick.hooks import door
from tallystick.kernel.hooknotes import notes
from tests.hooks.events import ENTRY, MODEL, PASSING, SESSION, event, output, records, rows, run, server, shell

NAMES = ("session-start", "post-tool-use", "divert-check")


@pytest.mark.parametrize("value", ["1", "true", "yes", "on"])
@pytest.mark.parametrize("name", NAMES)
def test_switched_off(tmp_path: Path, name: str, value: str) -> None:
    """No hook says or writes anything, as in the worker that a read is diverted to."""
    done = run(name, shell(PASSING), tmp_path / "r", TALLY_DISABLE_HOOKS=value, **MODEL)

    assert done.stdout == b""
    assert not (tmp_path / "r").exists()


@pytest.mark.parametrize("value", ["", "0", "false", "no"])
def test_not_switched_off(tmp_path: Path, value: str) -> None:
    """By a word that says so."""
    assert output(run("post-tool-use", shell(PASSING), tmp_path / "r", TALLY_DISABLE_HOOKS=value)) is not None


@pytest.mark.parametrize("name", [*NAMES, "another", ""])
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b'{"session_id": "s',
        b"[]",
        b"7",
        b"null",
        b"{}",
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"a":' * 100_000 + b"}",
    ],
    ids=["nothing", "a brace", "half", "a list", "a number", "null", "empty", "no text", "deep list", "deep object"],
)
def test_odd_input(tmp_path: Path, name: str, raw: bytes) -> None:
    """Nothing is said."""
    assert run(name, raw, tmp_path / "r").stdout == b""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "field", ["session_id", "tool_use_id", "tool_name", "tool_input", "tool_response", "cwd", "source"]
)
@pytest.mark.parametrize("odd", [None, 7, [], {}, "../../../etc/x", "a\nb", "\ud800", "x" * 5000])
def test_odd_fields(tmp_path: Path, name: str, field: str, odd: object) -> None:
    """Nothing fails, and nothing is written outside the root folder."""
    run(name, {**shell(PASSING), "source": "clear", field: odd}, tmp_path / "r", CLAUDE_PID="1", **MODEL)

    assert {path.name for path in tmp_path.iterdir()} <= {"r"}
    for path in (tmp_path / "r").rglob("*"):
        assert path.name != "x"
        assert path.stat().st_mode & 0o077 == 0


def test_no_end_of_input(tmp_path: Path) -> None:
    """A whole object is enough; half of one is waited for so long and no longer."""
    for data, expected in ((json.dumps(shell(PASSING)).encode(), True), (b'{"half":', False)):
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(ENTRY), "post-tool-use", "--root", str(tmp_path / "r")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(data)
        process.stdin.flush()
        assert bool(process.stdout.read()) is expected
        assert process.wait(timeout=20) == 0
        process.stdin.close()
        process.stdout.close()


def test_closed_ends(tmp_path: Path) -> None:
    """No input, no output, no errors to be had."""
    command = f"exec '{sys.executable}' -I -S '{ENTRY}' post-tool-use --root '{tmp_path}/r' <&- >&- 2>&-"

    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0


def test_a_huge_event(tmp_path: Path) -> None:
    """Of 50 MB: it is left alone."""
    assert output(run("post-tool-use", shell(PASSING + "x" * (50 << 20)), tmp_path / "r", **MODEL)) is None
    assert rows(tmp_path / "r") == []


@pytest.mark.parametrize("name", NAMES)
def test_no_root_folder_to_be_had(tmp_path: Path, name: str) -> None:
    """A file stands in its place, or the system lets none be made: the output stays, for the whole cannot be kept."""
    (tmp_path / "file").touch()

    for root in (tmp_path / "file", Path("/proc/tally")):
        assert run(name, shell(PASSING), root, **MODEL).stdout == b""


def test_a_full_disk(tmp_path: Path) -> None:
    """What does not fit is not written: at every size the ledger is whole, and what is shown can be had whole."""
    limits = (0, 10, 100, 300, 500, 1000, 9000, 20_000)
    for at, size in enumerate(limits):
        root = tmp_path / str(at)
        command = [sys.executable, "-I", "-S", str(ENTRY), "post-tool-use", "--root", str(root)]
        done = subprocess.run(
            command,
            input=json.dumps(shell(PASSING)).encode(),
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), **MODEL},
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size)),
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        new = output(done)
        assert (new is not None) == (size > len(PASSING))
        assert len(rows(root)) == (size > len(PASSING))
        if new is not None:
            (kept,) = (root / "outputs").iterdir()
            assert kept.read_text() == PASSING


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """Whatever was being written: each line of what is there is whole, and the next run goes on."""
    root = tmp_path / "r"
    for number in range(30):
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(ENTRY), "post-tool-use", "--root", str(root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), **MODEL},
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps(shell(PASSING, call=f"toolu_{number}")).encode())
        process.stdin.close()
        time.sleep(0.01 * number)
        process.kill()
        process.wait()
    before = len(rows(root))
    run("post-tool-use", shell(PASSING, call="toolu_last"), root, **MODEL)

    found = rows(root)
    assert len(found) == before + 1
    assert len({row["tool_use_id"] for row in found}) == len(found)
    assert {row["tokens_saved"] for row in found} == {found[-1]["tokens_saved"]}
    assert all(record["input_bytes"] == len(PASSING) for record in records(root))


def test_two_are_told_of_one_call(tmp_path: Path) -> None:
    """In the settings and in a plugin, at the same moment: both answer alike, and one of them notes it."""
    root = tmp_path / "r"
    data = json.dumps(shell(PASSING)).encode()
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TALLY_ROOT": str(root), **MODEL}
    command = [sys.executable, "-I", "-S", str(ENTRY), "post-tool-use"]
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ) for _ in range(6)]
    for process in started:
        assert process.stdin is not None
        process.stdin.write(data)
        process.stdin.close()
        process.stdin = None
    said = {process.communicate()[0] for process in started}

    assert len(said) == 1
    assert [row["tool_use_id"] for row in rows(root)] == ["toolu_1"]
    assert [record["tool_call_id"] for record in records(root)] == ["toolu_1"]


def test_the_root_folder_is_that_of_all_commands(tmp_path: Path) -> None:
    """By the option, then the variable, then where data lie."""
    given = event("SessionStart", source="startup")
    run("session-start", given, tmp_path / "variable")
    data = json.dumps(given).encode()
    command = [sys.executable, "-I", "-S", str(ENTRY), "session-start"]
    environ = {"HOME": str(tmp_path), "TALLY_ROOT": str(tmp_path / "no")}
    subprocess.run([*command, "--root", str(tmp_path / "option")], input=data, env=environ, check=True)
    subprocess.run(command, input=data, env={"HOME": str(tmp_path)}, check=True)

    for root in ("variable", "option", ".local/share/tallystick"):
        assert (tmp_path / root / "statusline" / f"{SESSION}.hooks").exists()
    assert not (tmp_path / "no").exists()


def test_an_event_of_another_kind(tmp_path: Path) -> None:
    """A tool that nobody asked about is left alone."""
    assert run("post-tool-use", {**server(PASSING), "tool_name": "Read"}, tmp_path / "r").stdout == b""


def test_a_fault_of_our_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said but to `tally doctor`."""

    def broken(*args: object) -> bytes:
        raise KeyError("what")

    monkeypatch.setattr(door, "take_object", lambda handle: shell(PASSING))
    monkeypatch.setattr("tallystick.hooks.shortening.answer", broken)
    try:
        assert door._answer(["post-tool-use", "--root", str(tmp_path)], {}) == b""
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    ((_, text),) = notes(os.fsencode(tmp_path))
    assert text == "post-tool-use failed: KeyError: 'what'"
