"""The real client under tmux runs what `tally install` wrote, while the installation behind it moves away and back."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallystick.host.stub import GONE
from tests.standin.client import Client, open_client
from tests.tools import find_tool
from tests.trouble.test_moved import Machine

_SECONDS = 60


class Screen:
    """A terminal with the client in it."""

    def __init__(self, client: Client) -> None:
        self._socket = f"tally-{os.getpid()}-{time.monotonic_ns()}"
        words = " ".join(f"{name}={shlex.quote(value)}" for name, value in client.environment().items())
        folder, binary = shlex.quote(str(client.project)), shlex.quote(str(client.binary))
        run = f"cd {folder} && exec env -i {words} TERM=xterm-256color {binary}"
        self._tmux("new-session", "-d", "-s", "client", "-x", "150", "-y", "40", run)

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-L", self._socket, *words]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def shows(self, pattern: str) -> bool:
        """Whether text of this pattern comes to stand on the screen within a minute."""
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            if re.search(pattern, self.text()):
                return True
            time.sleep(0.1)
        return False

    def text(self) -> str:
        """What stands there now."""
        return self._tmux("capture-pane", "-p", "-t", "client")

    def end(self) -> None:
        """End the client and its terminal."""
        self._tmux("kill-server")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A client that has been set up and trusts its project."""
    opened = open_client(Path(str(find_tool("claude"))), tmp_path / "client", label="install")
    known = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": ["sk-ant-not-a-key"], "rejected": []},
        "projects": {str(opened.project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
    }
    (opened.config / ".claude.json").write_text(json.dumps(known), "utf-8")
    with opened.server:
        yield opened


@pytest.mark.needs("claude", "tmux")
def test_the_client_shows_it_whatever_becomes_of_us(client: Client, tmp_path: Path) -> None:
    """Drawn, gone, drawn by another one; and afterwards the client's settings are what they were."""
    settings = client.config / "settings.json"
    before = settings.read_bytes()
    machine = Machine(tmp_path / "a machine")
    words = ("statusline", "--config-dir", str(client.config))
    old = machine.make("old")
    machine.tally(old, "install", *words)
    installed = settings.read_bytes()
    settings.write_bytes(installed.replace(b'"padding": 0', b'"padding": 0, "refreshInterval": 1'))
    screen = Screen(client)
    try:
        assert screen.shows(r"old \d+ False"), screen.text()
        shutil.rmtree(old)
        assert screen.shows(re.escape(GONE[:60])), screen.text()
        new = machine.make("new")
        machine.tally(new, "prices", "list", "claude-opus-5-5")
        assert screen.shows(r"new \d+ False"), screen.text()
    finally:
        screen.end()
    settings.write_bytes(settings.read_bytes().replace(b', "refreshInterval": 1', b""))
    machine.tally(new, "uninstall", *words)

    assert before == settings.read_bytes()
