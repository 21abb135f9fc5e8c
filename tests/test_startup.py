"""A report that finds nothing new loads next to nothing: counted in modules, never in seconds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_shape import SLOW

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "src" / "tallystick" / "data" / "sample"

# `sqlite3` itself, or the parser of arguments, may bring these; nothing of ours may.
UNAVOIDABLE = {"collections", "functools"}


def modules_loaded(*words: str) -> set[str]:
    """The top packages that a Python of its own imports to run a command line."""
    command = [sys.executable, "-X", "importtime", *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in done.stderr.splitlines()}


@pytest.mark.parametrize("words", [["spent"], ["spent", "--by", "model"], ["spent", "--json"]])
def test_nothing_new_loads_nothing_slow(home: Path, words: list[str]) -> None:
    """The second run of a report imports no decoder, no terminal library and nothing slow of the standard one."""
    shutil.copytree(SAMPLE, home / ".claude")
    modules_loaded("-m", "tallystick", *words)

    loaded = modules_loaded("-m", "tallystick", *words) - modules_loaded("-m", "tallystick.errors")

    allowed = {"json", "re", "enum"} if "--json" in words else set()  # json brings the others
    assert loaded & SLOW - UNAVOIDABLE - allowed == set()
    assert "xxhash" not in loaded
