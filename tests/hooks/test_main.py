"""The entry, as the client's hooks start it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hooks.events import ENTRY, event, shell

BUILT_IN = {"_json", "gc", "__future__", "_signal", "time", "_codecs", "fcntl", "_contextvars"}


def test_it_needs_nothing_of_its_surroundings(tmp_path: Path) -> None:
    """From any folder, without an environment, where modules of standard names lie in wait."""
    for name in ("json", "tallystick", "signal"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(3)\n")
    command = [sys.executable, "-I", "-S", str(ENTRY), "session-start", "--root", str(tmp_path / "r")]
    given = json.dumps(event("SessionStart", source="startup")).encode()
    done = subprocess.run(command, cwd=tmp_path, env={}, input=given, capture_output=True, check=True)

    assert (done.stdout, done.stderr) == (b"", b"")
    assert (tmp_path / "r" / "statusline").is_dir()


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("post-tool-use", shell("hello")),
        ("post-tool-use", shell("line of a log\n" * 100, "make | tail")),
        ("divert-check", event("PreToolUse", tool_name="Bash", tool_input={"command": "make"})),
        ("divert-check", event("PreToolUse", tool_name="Read", tool_input={"file_path": "/etc/passwd"})),
        ("session-start", event("SessionStart", source="startup")),
    ],
)
def test_it_loads_nothing_slow(tmp_path: Path, name: str, given: dict[str, object]) -> None:
    """Of the standard library what is built in and the scanner of JSON: most runs have nothing to do."""
    command = [sys.executable, "-I", "-S", "-X", "importtime"]
    bare = subprocess.run([*command, "-c", ""], capture_output=True, text=True, check=True)
    (tmp_path / "r" / "statusline").mkdir(parents=True)
    (tmp_path / "r" / "statusline" / "config").write_text("tallystick statusline 1\ndiverts=1\n")
    done = subprocess.run(
        [*command, str(ENTRY), name, "--root", str(tmp_path / "r")],
        env={"PATH": "/usr/bin:/bin"},
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )

    def modules(text: str) -> set[str]:
        return {line.rsplit("|", 1)[-1].strip() for line in text.splitlines()}

    more = {one for one in modules(done.stderr) - modules(bare.stderr) if not one.startswith("tallystick")}
    assert done.stdout == ""
    assert more <= BUILT_IN
