"""The guards themselves: home, network, tools."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NOW_MS

ROOT = Path(__file__).parents[1]


def test_home_is_throwaway(home: Path) -> None:
    """A test's home is empty, and the root is inside it."""
    assert [] == list(home.iterdir())
    assert str(home) == os.path.expanduser("~")
    assert os.environ["TALLY_ROOT"].startswith(str(home))
    assert "CLAUDE_CONFIG_DIR" not in os.environ


def test_network_is_refused() -> None:
    """A connection to anything but loopback is refused before a packet leaves."""
    with pytest.raises(Exception, match=r"192\.0\.2\.1"), socket.socket() as one:
        one.connect(("192.0.2.1", 80))


def test_child_has_no_network() -> None:
    """A child process that fetches a page meets a closed port."""
    fetch = "import urllib.request as u; u.urlopen('http://example.invalid/')"
    done = subprocess.run([sys.executable, "-c", fetch], capture_output=True, text=True, check=False)

    assert "Connection refused" in done.stderr


def test_zone_is_utc(now_ms: int) -> None:
    """Local time is UTC, and the fixed moment is the noon that its name says."""
    assert "2026-01-15 12:00" == time.strftime("%Y-%m-%d %H:%M", time.localtime(now_ms / 1000))
    assert now_ms == NOW_MS


@given(st.integers())
def test_hypothesis_runs_beside_the_guards(number: int) -> None:
    """Property tests need no leave from the autouse fixture."""
    assert number == int(str(number))


@pytest.mark.parametrize(("ci", "outcome"), [("", "1 skipped"), ("1", "1 error")])
def test_missing_tool(tmp_path: Path, ci: str, outcome: str) -> None:
    """A test that needs a missing program is skipped with its reason; in CI it fails with the same reason."""
    case = tmp_path / "test_case.py"
    case.write_text("import pytest\n\n@pytest.mark.needs('no-such-tool')\ndef test_it(): pass\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", str(case)]
    environment = os.environ | {"TALLY_CI": ci, "PYTHONPATH": str(ROOT)}

    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert outcome in done.stdout
    assert "needs no-such-tool, which is not installed" in done.stdout
