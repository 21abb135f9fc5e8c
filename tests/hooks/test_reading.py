"""A bulk read is refused where the settings ask for that, and nothing else is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tallystick.hooks.reading import count_lines, refuse
from tests.hooks.events import ENTRY, event

ROWS = 350


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root folder whose settings refuse files of 350 lines, and a client on the path."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "claude").touch(mode=0o755)
    (tmp_path / "root" / "statusline").mkdir(parents=True)
    (tmp_path / "root" / "statusline" / "config").write_text("tallystick statusline 1 x\ndiverts=1\ndivert_lines=350\n")
    return tmp_path / "root"


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """A file of 350 lines, with a space in its name."""
    path = tmp_path / "a file.txt"
    path.write_text("line\n" * ROWS)
    return path


def reading(path: object, **given: object) -> dict[str, Any]:
    """A read of a file."""
    return event("PreToolUse", tool_name="Read", tool_input={"file_path": path, **given})


def showing(command: str, cwd: object = "/tmp") -> dict[str, Any]:
    """A command."""
    return event("PreToolUse", tool_name="Bash", tool_input={"command": command}) | {"cwd": cwd}


def reason(given: dict[str, Any], root: Path, **environ: str) -> str | None:
    """Why it is refused, None where it is not."""
    said = refuse(given, os.fsencode(root), {"PATH": f"/nowhere:{root.parent}/bin", **environ})
    if not said:
        return None
    found = json.loads(said)["hookSpecificOutput"]
    assert (found["hookEventName"], found["permissionDecision"]) == ("PreToolUse", "deny")
    assert len(found) == 3
    return str(found["permissionDecisionReason"])


def test_a_whole_read(root: Path, long: Path) -> None:
    """The reason names the lines, the way to the answer and the way out."""
    said = reason(reading(str(long)), root)

    assert said is not None
    assert "has 350 lines" in said
    assert f"tally divert bulk-read '{long}' --prompt \"" in said
    assert "`divert: fall-through`" in said
    assert "Read with offset and limit" in said


@pytest.mark.parametrize("bounds", [{"offset": 1}, {"limit": 2000}, {"offset": 0, "limit": 0}, {"pages": "1-2"}])
def test_a_part_of_a_file(root: Path, long: Path, bounds: dict[str, object]) -> None:
    """Is nobody's business."""
    assert reason(reading(str(long), **bounds), root) is None


@pytest.mark.parametrize(
    "command", ["cat {}", "head {}", "tail {}", "less {}", "more {}", "/bin/cat {}", "cat /etc/hostname {}"]
)
def test_a_command_that_shows_a_file(root: Path, long: Path, command: str) -> None:
    """By its whole name, or from the folder that the client is in."""
    assert reason(showing(command.format(f"'{long}'")), root) is not None
    assert reason(showing(command.format(f'"{long.name}"'), str(long.parent)), root) is not None
    assert reason(showing(command.format(f'"{long.name}"'), "relative"), root) is None


@pytest.mark.parametrize(
    "command",
    [
        *("cat -n {}", "head -n 5 {}", "tail -5 {}", "cat {} | wc -l", "cat {} > x", "cat < {}", "cat {} && ls"),
        *("cat {}; ls", "cat {} &", "cat $(echo {})", "cat `echo {}`", "(cat {})", "cat {}\nls", "sudo cat {}"),
        *("wc -l {}", "grep x {}", "cat", "", "category {}", "cat 'unclosed {}", "X=1 cat {}", "cat -- {}"),
    ],
)
def test_other_commands(root: Path, long: Path, command: str) -> None:
    """Bounded, piped, or of more than one part: nothing is said."""
    plain = long.with_name("plain.txt")
    long.rename(plain)

    assert reason(showing(command.format(plain)), root) is None


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", 0),
        (b"one", 1),
        (b"one\n", 1),
        (b"one\ntwo", 2),
        ("é\n".encode() * 700_000, 700_000),  # 3 bytes a line: chunks of a megabyte end inside a character
        (b"a" * (3 << 20), 1),
        (b"a\0\n" * 400, 0),
        (b"\xff\n" * 400, 0),
        (b"a\n" * 400 + b"\xc3", 0),
    ],
    ids=["empty", "one", "ended", "two", "many", "one long", "NUL", "Latin-1", "half a character"],
)
def test_lines(tmp_path: Path, data: bytes, lines: int) -> None:
    """Of text; anything else has none."""
    (tmp_path / "x").write_bytes(data)

    assert lines == count_lines(os.fsencode(tmp_path / "x"))


def test_what_is_no_file(root: Path, tmp_path: Path) -> None:
    """Folders, pipes, what is missing or not to be read."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dangling").symlink_to("nowhere")

    for path in (tmp_path, tmp_path / "pipe", tmp_path / "dangling", "/nowhere", "", "a\0b", "\udcff", 7, None):
        assert reason(reading(path if not isinstance(path, Path) else str(path)), root) is None
    with (tmp_path / "huge").open("wb") as file:
        file.truncate((64 << 20) + 1)
    assert count_lines(os.fsencode(tmp_path / "huge")) == 0


def test_how_many_lines_are_too_many(root: Path, long: Path) -> None:
    """The settings say, the environment says it better, and what is no number there is 350."""
    config = root / "statusline" / "config"
    for lines, expected in ((350, True), (351, False)):
        config.write_text(f"tallystick statusline 1 x\ndiverts=1\ndivert_lines={lines}\n")
        assert (reason(reading(str(long)), root) is not None) is expected
    for value, expected in (("350", True), ("351", False), ("many", True), ("0", True), ("-1", True), ("", False)):
        found = reason(reading(str(long)), root, TALLY_DIVERT_MIN_LINES=value)
        assert (found is not None) is expected


@pytest.mark.parametrize("config", [None, "", "tallystick statusline 1 x\ndiverts=0\ndivert_lines=10\n", "diverts=1\n"])
def test_nobody_asked_for_it(root: Path, long: Path, config: str | None) -> None:
    """Then no read is refused, whatever the environment says."""
    place = root / "statusline" / "config"
    place.unlink() if config is None else place.write_text(config)

    assert reason(reading(str(long)), root, TALLY_DIVERT_MIN_LINES="10") is None


def test_other_tools(root: Path, long: Path) -> None:
    """Nothing is said."""
    assert reason(reading(str(long)) | {"tool_name": "Edit"}, root) is None


def test_no_client_to_divert_to(root: Path, long: Path) -> None:
    """The read goes on, and a warning says why."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(ENTRY), "divert-check", "--root", str(root)],
        input=json.dumps(reading(str(long))).encode(),
        env={"PATH": "/nowhere"},
        capture_output=True,
        check=True,
    )

    assert done.stdout == b""
    assert done.stderr.decode() == f"divert: `claude` is not on PATH; allowing the bulk read of {long} undiverted\n"
    (root.parent / "bin" / "claude").chmod(0o644)
    assert reason(reading(str(long)), root) is None
