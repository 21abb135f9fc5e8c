"""The entry, as the client's command starts it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.statusline.test_door import ENTRY


def test_it_needs_nothing_of_its_surroundings(tmp_path: Path) -> None:
    """From any folder, without an environment, where modules of standard names lie in wait."""
    (tmp_path / "json.py").write_text("raise SystemExit(3)\n")
    (tmp_path / "tallystick.py").write_text("raise SystemExit(3)\n")
    command = [sys.executable, "-I", "-S", str(ENTRY), "--preview", "--layout", "line", "--root", str(tmp_path / "r")]

    done = subprocess.run(
        command, cwd=tmp_path, env={}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )

    assert done.stdout.startswith("tally ")
    assert done.stderr == ""


def test_it_loads_nothing_slow() -> None:
    """Of the standard library it takes what is built in, and the scanner of JSON."""
    command = [sys.executable, "-I", "-S", "-X", "importtime", str(ENTRY)]
    done = subprocess.run(
        command, env={"HOME": "/nowhere"}, input='{"model":{"id":"x"}}', capture_output=True, text=True, check=True
    )
    bare = subprocess.run([*command[:5], "-c", ""], capture_output=True, text=True, check=True)

    def modules(text: str) -> set[str]:
        return {line.rsplit("|", 1)[-1].strip() for line in text.splitlines()}

    more = {name for name in modules(done.stderr) - modules(bare.stderr) if not name.startswith("tallystick")}
    assert more <= {"_json", "gc", "__future__", "_signal", "marshal"}
