"""The real client commits through its own shell: the commit says what was served up to then."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tallystick.cli.main import main
from tests.standin.client import Client, open_client
from tests.standin.scenarios import play
from tests.tools import find_tool

pytestmark = pytest.mark.needs("claude")

# The first two answers of tests/standin/scripts/commit.json: 11 + 1,000 + 110 and 12 + 2,000 + 210 in, 21 and 22 out.
FIRST, BOTH = ["Tokens-In: 1121", "Tokens-Out: 21"], ["Tokens-In: 3343", "Tokens-Out: 43"]


def git(client: Client, *words: str, text: str = "") -> str:
    """Run git in the client's project, as its user does."""
    environ = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(client.base / "home")}
    command = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", *words]
    done = subprocess.run(
        command, cwd=client.project, env=environ, input=text, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_a_commit_of_the_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In print mode, where no status line has recorded anything; a commit of its user beside it has no block."""
    client = open_client(Path(str(find_tool("claude"))), tmp_path / "client", label="commits")
    git(client, "init", "-q", "-b", "main")
    git(client, "config", "user.name", "Ada")
    git(client, "config", "user.email", "ada@example.com")
    git(client, "add", "-A")
    monkeypatch.chdir(client.project)
    assert main(["install", "git-hook"]) == 0
    git(client, "commit", "-q", "-m", "Begin")
    with client.server:
        client.ask(play("commit"))

    message = git(client, "log", "-1", "--format=%B")
    assert message.startswith("Mend the notes\n\nThey were torn.\n\nTokens-In: ")
    trailers = git(client, "interpret-trailers", "--parse", text=message).splitlines()
    # the line of the answer that asks for the commit is there before the command runs, or just behind it
    assert trailers[:2] in (FIRST, BOTH)
    assert len(trailers) == 3
    assert trailers[2].startswith("Model: claude-")
    assert git(client, "log", "-1", "--format=%B", "HEAD~1") == "Begin\n\n"
