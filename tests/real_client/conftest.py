"""Runs a scenario with the real client, once a session, and asks the command line for its totals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.standin.make_captures import ABSENT
from tests.standin.run_client import run, version_of
from tests.tools import find_tool

SOURCE = Path(__file__).parents[2] / "src"


@dataclass(frozen=True, slots=True)
class Played:
    """One scenario that was run: the client's config folder and the truth served."""

    config: Path
    truth: dict[str, Any]


Play = Callable[[str], Played]
Totals = Callable[[Path, Path], dict[str, Any]]


@pytest.fixture(scope="session")
def play(tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Run a scenario by name, or give what an earlier test ran."""

    @cache
    def once(name: str) -> Played:
        binary = find_tool("claude")
        assert binary is not None
        if name in ABSENT.get(version_of(Path(binary)), ()):
            pytest.skip("this client lacks what the scenario needs")
        client, truth = run(Path(binary), name, tmp_path_factory.mktemp("client") / name)
        return Played(client.config, truth)

    return once


def call_totals(config_dir: Path, root: Path) -> dict[str, Any]:
    """What `tally spent --json` prints for one config folder and one root."""
    flags = ["--json", "--config-dir", str(config_dir), "--root", str(root)]
    done = subprocess.run(
        [sys.executable, "-m", "tallystick", "spent", *flags],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.fixture
def totals() -> Totals:
    """The command line's report: `totals`, and `unattributed` beside it."""
    return call_totals
