"""Runs the real command in a process of its own, also as nobody, behind a lock, or on a disk that is full."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOBODY = 65534

# Root reads everything, so a process that must not gives its rights up, once all that it may import is loaded:
# the interpreter and we ourselves may stand where nobody can read.
_AS_NOBODY = """
import ast, os, pathlib, pkgutil, sys
import tallystick, rich.console, encodings.idna
for found in pkgutil.walk_packages(tallystick.__path__, "tallystick."):
    if not found.name.endswith("__main__"):
        __import__(found.name)
for path in pathlib.Path(tallystick.__file__).parent.rglob("*.py"):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                __import__(name.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            __import__(node.module)
if os.getuid() == 0:
    os.setgroups([])
    os.setgid({nobody})
    os.setuid({nobody})
from tallystick.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


class Done:
    """How a run ended: its exit code, what it printed, and what it said."""

    def __init__(self, code: int, out: str, said: str) -> None:
        self.code = code
        self.out = out
        self.said = said

    def __repr__(self) -> str:
        return f"exit {self.code}\n{self.out}\n{self.said}"

    def failed_in_one_line(self, *words: str) -> bool:
        """Whether it ended with exit 1, nothing on stdout and one line on stderr that holds these words."""
        lines = self.said.splitlines()
        return (self.code, self.out, len(lines)) == (1, "", 1) and all(word in lines[0] for word in words)


def words_for(command: str, root: Path, config: Path) -> list[str]:
    """The command's words."""
    return [command, "--root", str(root), "--config-dir", str(config)]


def environment(**more: str) -> dict[str, str]:
    """Where the process finds us."""
    return os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1", **more}


def tally(root: Path, config: Path, command: str = "sync", *, before: Sequence[str] = (), **more: str) -> Done:
    """Run a command; `before` are words of a program that runs it, such as strace."""
    words = [*before, sys.executable, "-m", "tallystick", *words_for(command, root, config)]
    return _run(words, **more)


def tally_as_nobody(root: Path, config: Path, command: str = "sync") -> Done:
    """Run a command without the rights of root."""
    return _run([sys.executable, "-c", _AS_NOBODY.format(nobody=NOBODY), *words_for(command, root, config)])


def start(root: Path, config: Path, command: str = "sync", *more: str) -> subprocess.Popen[str]:
    """Start a command and do not wait for it."""
    words = [sys.executable, "-m", "tallystick", *words_for(command, root, config), *more]
    return subprocess.Popen(words, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(process: subprocess.Popen[str]) -> Done:
    """Wait for a command that was started."""
    out, said = process.communicate(timeout=120)
    return Done(process.returncode, out, said)


def _run(words: list[str], **more: str) -> Done:
    done = subprocess.run(words, env=environment(**more), capture_output=True, text=True, check=False, timeout=120)
    return Done(done.returncode, done.stdout, done.stderr)
