"""The entry, as hooks start it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.commits.test_door import ENTRY

BUILT_IN = {"_json", "gc", "__future__", "_signal"}


def test_it_needs_nothing_of_its_surroundings(tmp_path: Path) -> None:
    """From any folder, without an environment, where modules of standard names lie in wait."""
    for name in ("json", "tallystick", "signal"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(3)\n")
    command = [sys.executable, "-I", "-S", str(ENTRY), "--message-file", "missing", "--root", str(tmp_path / "r")]
    done = subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_it_loads_nothing_slow(home: Path, transcript: Path, tmp_path: Path) -> None:
    """Of the standard library it takes what is built in, and the scanner of JSON."""
    command = [sys.executable, "-I", "-S", "-X", "importtime"]
    bare = subprocess.run([*command, "-c", ""], capture_output=True, text=True, check=True)
    (tmp_path / "message").write_bytes(b"a thing\n")
    environ = {"HOME": str(home), "TALLY_ROOT": str(home / "root"), "CLAUDE_CODE_SESSION_ID": transcript.stem}
    done = subprocess.run(
        [*command, str(ENTRY), "--message-file", str(tmp_path / "message")],
        env={**environ, "PATH": "/usr/local/bin:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )

    def modules(text: str) -> set[str]:
        return {line.rsplit("|", 1)[-1].strip() for line in text.splitlines()}

    assert b"Tokens-In" in (tmp_path / "message").read_bytes()
    more = {name for name in modules(done.stderr) - modules(bare.stderr) if not name.startswith("tallystick")}
    assert more <= BUILT_IN
