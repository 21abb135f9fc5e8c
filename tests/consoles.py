"""Console files: sessions at a shell with exactly what they print, and where a session is laid out.

`$ ` lines are run by sh in a folder of their own, one after the other; what follows is stdout, stderr behind `2> `, and
then `[n]` for an exit code that is not 0. Lines that start with `# ` before the first `$ ` say what is tested.
`$SAMPLE`, `$CAPTURES` and `$CASES` are histories to copy, `$LEDGERS` ledgers of transformations; the clock stands at the end of the sample. The folder of the
session is shown as HERE, and a demo's as DEMO.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOW = "2026-11-28T18:30:00Z"
_SECONDS = 60
# What depends on the machine: where a demo is laid out, how large SQLite makes a database, how Python words a fault.
_VARYING = (
    (re.compile(r"\S*/tally-demo-\w+"), "DEMO"),
    (re.compile(r"(index\.sqlite3, )[\d.]+kB"), r"\1SIZE"),
    (re.compile(r"(is not (?:TOML|JSON)): .*"), r"\1: WHY"),
    (re.compile(r"\S+(?= -P -m tallystick)"), "PYTHON"),
    (re.compile(r"\(choose from .*\)"), "(choose from ...)"),
)


def lay(folder: Path) -> dict[str, str]:
    """Make the folder of a session, with a `tally` that is the one of this checkout, and return its environment."""
    home, programs = folder / "home", folder / "bin"
    for made in (home, programs):
        made.mkdir()
    program = programs / "tally"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tallystick "$@"\n', "utf-8")
    program.chmod(0o755)
    tests = ROOT / "tests" / "data"
    kept = {name: value for name, value in os.environ.items() if name.startswith("COV_") or name == "LANG"}
    return kept | {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(home),
        "GIT_CEILING_DIRECTORIES": str(folder),
        "TALLY_NOW": NOW,
        "TZ": "UTC",
        "TERM": "xterm",
        "COLUMNS": "80",
        "SAMPLE": str(ROOT / "src" / "tallystick" / "data" / "sample"),
        "CAPTURES": str(tests / "captures"),
        "CASES": str(tests / "cases"),
        "LEDGERS": str(tests / "ledgers"),
    }


def play(text: str, folder: Path) -> str:
    """Run the `$ ` lines of a console file and return the file as it ought to be."""
    environment = lay(folder)
    head = [line for line in text.split("$ ", 1)[0].splitlines() if line.startswith("#")]
    shown = [*head, ""] if head else []
    for line in text.splitlines():
        if line.startswith("$ "):
            shown += [line, *_run(line[2:], folder, environment)]
    return "\n".join(shown) + "\n"


def _run(command: str, folder: Path, environment: dict[str, str]) -> list[str]:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_SECONDS,
        check=False,
    )
    printed = [*done.stdout.splitlines(), *(f"2> {line}" for line in done.stderr.splitlines())]
    code = [f"[{done.returncode}]"] if done.returncode else []
    return [_steady(line, folder) for line in printed] + code


def _steady(line: str, folder: Path) -> str:
    line = line.replace(str(folder), "HERE").replace(str(ROOT), "CHECKOUT").replace("\x1b", "\\e").rstrip()
    for varying, shown in _VARYING:
        line = varying.sub(shown, line)
    return line
