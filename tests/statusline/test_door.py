"""The door: what it is asked, what it trusts, and that it ends with 0 and a line whatever it is given."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tallystick.kernel.sessionstate import VERSION
from tallystick.statusline import door
from tests.statusline.renders import lay_sessions, payload, rendered

ENTRY = Path(door.__file__).with_name("__main__.py")
FULL = "payloads/04"
TOTALS = "completion:1,376"


@pytest.fixture
def home(home: Path) -> Path:
    """A home with the captured sessions."""
    lay_sessions(home)
    return home


def run(data: bytes | int, home: Path, *words: str, environ: Mapping[str, str] | None = None) -> str:
    """What a render as a process of its own prints; it ends with 0 and says nothing else."""
    surroundings = {"HOME": str(home), "TALLY_ROOT": str(home / "root"), "NO_COLOR": "1", **(environ or {})}
    given, stdin = (data, None) if isinstance(data, bytes) else (None, data)
    command = [sys.executable, "-I", "-S", str(ENTRY), *words]
    done = subprocess.run(
        command, env=surroundings, capture_output=True, timeout=20, check=False, input=given, stdin=stdin
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def session_at(path: str, home: Path) -> dict[str, Any]:
    """The payload of the captured session, with its transcript said to be elsewhere."""
    return payload(FULL, home) | {"transcript_path": path}


def test_options() -> None:
    """A value behind its flag or an equals sign; without one there is none."""
    assert door.option(["--layout", "line"], "--layout") == "line"
    assert door.option(["--layout=line"], "--layout") == "line"
    assert door.option(["--layout"], "--layout") is None
    assert door.option([], "--layout") is None


@pytest.mark.parametrize(
    ("text", "expected"), [("80", 80), ("0", 0), ("abc", 0), ("-5", 0), ("", 0), ("9" * 30, 0), ("\u0661", 0)]
)
def test_columns(text: str, expected: int) -> None:
    """A number of columns, or any width."""
    assert expected == door.columns({"COLUMNS": text})
    assert door.columns({}) == 0


def test_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the variables that matter, whatever bytes they hold."""
    monkeypatch.setattr("posix.environ", {b"HOME": b"/h\xff", b"AWS_SECRET": b"x"})

    assert door.environment() == {"HOME": "/h\udcff"}


def test_the_layout_is_asked_for_or_set(home: Path) -> None:
    """The option comes before the settings; segments are those of the settings."""
    assert rendered(payload(FULL, home), home).count("\n") == 4
    (home / "root" / "statusline" / "config").write_text(
        "tallystick statusline 1\nlayout=line\nsegments=model cache news\n"
    )
    assert rendered(payload(FULL, home), home).startswith("Opus 5.5 | cache ")
    assert rendered(payload(FULL, home), home, "--layout", "full").count("\n") == 4


def test_the_effort_of_the_environment(home: Path) -> None:
    """It stands in where the client says none."""
    known, unknown = payload(FULL, home), {**payload(FULL, home), "effort": None}
    environ = {"CLAUDE_CODE_EFFORT_LEVEL": "max", "NO_COLOR": "1"}

    assert "[effort: medium]" in rendered(known, home, environ=environ)
    assert "[effort: max]" in rendered(unknown, home, environ=environ)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a/b", ".", "", "a b", "a\0b", "x" * 129, "\u0661", "a\n", None, 7, ["a"]]
)
def test_a_session_that_is_no_file_name(name: Any, home: Path) -> None:
    """It names no file of ours, and nothing is written."""
    for layout in ("full", "line"):
        rendered(payload(FULL, home) | {"session_id": name}, home, "--layout", layout)

    assert not (home / "root").exists()


def test_a_transcript_must_lie_below_a_config_folder(home: Path, tmp_path: Path) -> None:
    """Absolute, without `..`, and canonically below; else it is as if there were none."""
    path = payload(FULL, home)["transcript_path"]
    inside = Path(path)
    (tmp_path / "copy.jsonl").write_bytes(inside.read_bytes())
    (inside.parent / "out.jsonl").symlink_to(tmp_path / "copy.jsonl")
    (tmp_path / "in.jsonl").symlink_to(inside)
    near = home / ".claude-else"
    near.mkdir()
    (near / "x.jsonl").write_bytes(inside.read_bytes())
    for odd in (
        *(str(tmp_path / "copy.jsonl"), str(inside.parent / "out.jsonl"), str(near / "x.jsonl"), os.path.relpath(path)),
        *(f"{inside.parent}/../{inside.parent.name}/{inside.name}", f"{inside.parent}/..", "/dev/zero", "/dev/stdin"),
        *(path + "\0", path + "x", "/", "~", str(inside.parent)),
    ):
        assert TOTALS not in rendered(session_at(odd, home), home, environ={"NO_COLOR": "1"})
    assert TOTALS in rendered(session_at(str(tmp_path / "in.jsonl"), home), home, environ={"NO_COLOR": "1"})


def test_config_folders_of_the_environment(home: Path, tmp_path: Path) -> None:
    """Those that it names replace the usual ones; links lead where they lead."""
    path = payload(FULL, home)["transcript_path"]
    (tmp_path / "link").symlink_to(home / ".claude")

    def found(named: str) -> bool:
        return TOTALS in rendered(session_at(path, home), home, environ={"NO_COLOR": "1", "CLAUDE_CONFIG_DIR": named})

    assert found(f"{tmp_path / 'missing'}, {home / '.claude'}/")
    assert found(str(tmp_path / "link"))
    assert found("~/.claude")
    assert not found(str(tmp_path / "other"))


@pytest.mark.parametrize("kind", ["fifo", "folder", "empty", "zeros", "text"])
def test_transcripts_that_are_none(kind: str, home: Path) -> None:
    """A pipe, a folder, nothing and anything: no totals, or none to count."""
    path = Path(payload(FULL, home)["transcript_path"]).with_name(f"{kind}.jsonl")
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.write_bytes({"empty": b"", "zeros": bytes(100_000), "text": b"no\nJSON\n\n[]\n7\n"}[kind])

    text = rendered(session_at(str(path), home), home, environ={"NO_COLOR": "1"})

    assert "completion:0" in text or "completion:—" in text


def test_as_a_process(home: Path) -> None:
    """From standard input to standard output, with the environment of a client."""
    data = json.dumps(payload(FULL, home)).encode()

    assert TOTALS in run(data, home)
    assert run(data, home, "--layout=line").startswith("tally ")
    assert run(data, home, "--root", str(home / "else"), "--layout", "line")
    assert (home / "else" / "statusline").is_dir()


@pytest.mark.parametrize("data", [b"", b"{", b'{"session_id":', b"\xff\xfe", b"[1]", b"null", b"[" * 100_000])
def test_what_is_no_object(data: bytes, home: Path) -> None:
    """A harmless line, and nothing written."""
    assert run(data, home).strip()
    assert not (home / "root").exists()


def test_a_pipe_that_stays_open(home: Path) -> None:
    """A whole object is answered at once; half of one after a second."""
    for data, text in ((json.dumps(payload(FULL, home)).encode(), TOTALS), (b'{"half":', "starts after")):
        ends = os.pipe()
        os.write(ends[1], data)
        try:
            assert text in run(ends[0], home)
        finally:
            for end in ends:
                os.close(end)


def test_nobody_reads(home: Path) -> None:
    """A reader that has gone is no failure."""
    ends = os.pipe()
    os.close(ends[0])
    command = [sys.executable, "-I", "-S", str(ENTRY)]
    environ = {"HOME": str(home), "TALLY_ROOT": str(home / "root")}
    done = subprocess.run(command, env=environ, input=b"{}", stdout=ends[1], stderr=subprocess.PIPE, check=False)
    os.close(ends[1])

    assert (done.returncode, done.stderr) == (0, b"")


def test_a_failure_of_ours(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever breaks inside, a line is printed and the end is 0."""
    printed: list[bytes] = []
    codes: list[int] = []

    def write(handle: int, data: bytes) -> int:
        printed.append(data)
        return len(data)

    def broken(*args: object) -> object:
        raise RuntimeError

    monkeypatch.setattr("tallystick.kernel.intake.take_object", broken)
    monkeypatch.setattr("posix.write", write)
    monkeypatch.setattr("posix._exit", codes.append)
    monkeypatch.setattr("tallystick.statusline.bundle.renew", lambda: True)

    door.main([])

    assert (printed, codes) == ([door.HARMLESS], [0])


def test_a_line_always(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Segments that have nothing to say leave something to print all the same."""
    (home / "root" / "statusline").mkdir(parents=True)
    (home / "root" / "statusline" / "config").write_text("tallystick statusline 1\nlayout=line\nsegments=cost\n")

    assert run(b"{}", home) == "tally\n"


def test_sessions_at_once(home: Path) -> None:
    """Twenty processes, ten of each of two sessions: each shows its own, and the states are whole."""
    payloads = [payload(name, home) for name in (FULL, "payloads/08")]
    expected = [run(json.dumps(one).encode(), home, "--root", str(home / "alone")) for one in payloads]
    environ = {"HOME": str(home), "TALLY_ROOT": str(home / "root"), "NO_COLOR": "1"}
    command = [sys.executable, "-I", "-S", str(ENTRY)]
    running = []
    for number in range(20):
        process = subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdin is not None
        process.stdin.write(json.dumps(payloads[number % 2]))
        process.stdin.flush()
        running.append(process)

    texts = [process.communicate()[0] for process in running]

    assert [expected[number % 2] for number in range(20)] == texts
    states = sorted((home / "root" / "statusline").glob("*.json"))
    assert len(states) == 2
    assert all(json.loads(path.read_text())["version"] == VERSION for path in states)


def test_the_time_that_it_may_take(home: Path) -> None:
    """A render that began too long ago reads a little, says that there is more, and leaves the rest to the next one."""
    environ = {"HOME": str(home), "TALLY_ROOT": str(home / "root"), "NO_COLOR": "1"}
    text, work = door.render(payload(FULL, home), [], environ, time.monotonic() - 100)
    assert work is not None
    work.finish()

    assert re.search(r"cost \(estimate\):\$[\d.]+…", text)
    assert re.search(r"prompt:[\d,]+… .* completion:[\d,]+… \| input:[\d,]+… output:[\d,]+…", text)
    assert re.search(r"num-tool-calls:\d+… num-tool-responses:\d+… ", text)
    assert TOTALS + " " in rendered(payload(FULL, home), home, environ={"NO_COLOR": "1"})
