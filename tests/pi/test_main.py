"""The server as pi starts it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_the_command_serves(tmp_path: Path) -> None:
    """As pi starts it, in a project whose modules are called like Python's own, and ends when pi closes its end."""
    (tmp_path / "json.py").write_text("raise SystemExit(1)")
    lines = [
        {"v": 1, "id": 1, "type": "session_start", "session": "s", "snapshots": []},
        {"v": 1, "id": 2, "type": "stats"},
    ]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tallystick", "--root", str(tmp_path / "root"), "pi", "serve"],
        input="".join(json.dumps(one) + "\n" for one in lines),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )

    assert [1, 2] == [json.loads(line)["id"] for line in done.stdout.splitlines()]
    assert "" == done.stderr
