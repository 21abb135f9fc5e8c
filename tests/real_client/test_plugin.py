"""The real client takes the plugin and the installed server, and starts both."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tallystick import __version__
from tallystick.tasks.install_hooks import EVENTS
from tests.standin.client import open_client
from tests.tools import find_tool

ROOT = Path(__file__).parents[2]
Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Runs a program as a user with a throwaway home would, with `tally` on the path; what it printed."""
    client = open_client(Path(str(find_tool("claude"))), tmp_path / "client", label="plug")
    environ = client.environment() | {"PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"}

    def once(*words: str) -> str:
        done = subprocess.run(
            words, cwd=client.project, env=environ, capture_output=True, text=True, timeout=90, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    with client.server:
        yield once


@pytest.mark.needs("claude")
def test_the_plugin(run: Run) -> None:
    """Valid; installed from the checkout; its server answers."""
    claude = str(find_tool("claude"))

    assert "Validation passed" in run(claude, "plugin", "validate", str(ROOT))
    assert "skills: tally:before-repeating" in run(claude, "plugin", "validate", str(ROOT / "plugin"))
    run(claude, "plugin", "marketplace", "add", str(ROOT))
    run(claude, "plugin", "install", "tally@tallystick")
    assert "tally@tallystick" in run(claude, "plugin", "list")
    (line,) = [line for line in run(claude, "mcp", "list").splitlines() if "tally" in line]
    assert line.startswith("plugin:tally:tally: tally mcp")
    assert "Connected" in line


@pytest.mark.needs("claude")
def test_the_installed_server(run: Run) -> None:
    """The client knows it for all projects and reaches it; afterwards it knows it no more."""
    claude = str(find_tool("claude"))
    tally = (sys.executable, "-m", "tallystick")

    run(*tally, "install", "mcp")
    said = run(claude, "mcp", "get", "tally")
    assert ("User config" in said, "Connected" in said) == (True, True)
    run(*tally, "uninstall", "mcp")
    assert "tally" not in run(claude, "mcp", "list")


def entry(command: str) -> dict[str, object]:
    """What a hook runs, and for how long at most."""
    return {"type": "command", "command": command, "timeout": 15}


def test_the_plugin_says_what_it_is() -> None:
    """Its version is the package's, without what makes that one preliminary; the marketplace names it; its hooks are those
    that are installed.
    """
    plugin = json.loads((ROOT / "plugin" / ".claude-plugin" / "plugin.json").read_text("utf-8"))
    market = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text("utf-8"))

    assert __version__.partition(".dev")[0] == plugin["version"]
    hooks = json.loads((ROOT / "plugin" / "hooks" / "hooks.json").read_text("utf-8"))["hooks"]

    assert {
        event: [{**({"matcher": matcher} if matcher else {}), "hooks": [entry(f"tally hook {name} || true")]}]
        for event, matcher, name in EVENTS
    } == hooks
    assert [(plugin["name"], "./plugin")] == [(one["name"], one["source"]) for one in market["plugins"]]
