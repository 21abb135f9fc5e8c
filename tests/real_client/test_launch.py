"""The real client, launched with a compiled prompt: what it sends, and what its session is given in the ledger."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.standin.client import Client, open_client
from tests.standin.scenarios import play
from tests.tools import find_tool

pytestmark = pytest.mark.needs("claude")

SOURCE = Path(__file__).parents[2] / "src"
UNKNOWN = "tally: no saving is noted: nothing says which model the client starts with (--model would)\n"


@pytest.fixture
def client(tmp_path: Path) -> Client:
    """A client with our hooks, in a project with short instructions of its own."""
    found = open_client(Path(str(find_tool("claude"))), tmp_path / "client", label="launch")
    found.server.counts = True
    assert run(found, "install", "hooks").returncode == 0
    (found.project / "CLAUDE.md").write_text("# App\n\n## Tests\n\nOnly by hand, %% says the project.\n\n## Safety\n")
    (found.base / "bin").mkdir()
    (found.base / "bin" / "claude").symlink_to(found.binary)
    return found


def run(client: Client, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of ours in the client's project, as its user does."""
    environ = {
        **client.environment(),
        "PATH": f"{client.base / 'bin'}:/usr/local/bin:/usr/bin:/bin",
        "PYTHONPATH": str(SOURCE),
    }
    return subprocess.run(
        [sys.executable, "-m", "tallystick", "--root", str(client.base / "root"), *words],
        cwd=client.project,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )


def launch(client: Client, *words: str, said: str = "") -> dict[str, Any]:
    """Launch the client, and return what it says of the run."""
    done = run(client, "launch", "--", *words, "--output-format", "json")
    assert (done.returncode, done.stderr) == (0, said)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def rows(client: Client) -> list[dict[str, Any]]:
    """What is noted."""
    ledger = client.base / "root" / "usage" / "savings.jsonl"
    return [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []


def test_a_launch(client: Client) -> None:
    """The whole prompt is in the request's system text; the row is the session's, and the prompt's to the byte."""
    with client.server:
        session = launch(client, "-p", play("hello"), "--model", "claude-opus-5-5")["session_id"]
        again = launch(client, "-p", play("step2"), "--resume", session, "--model", "claude-opus-5-5")
    prompts = list((client.project / ".tallystick" / "sessions").glob("*/INSTRUCTIONS-COMPILED.md"))
    assert len(prompts) == 2
    text = prompts[0].read_text()
    asked = [row["request"] for row in client.server.log if row.get("script") == "hello"]
    assert len(asked) == 1
    system = "\n".join(block["text"] for block in asked[0]["system"])
    assert text.strip() in system
    assert "## Tests\n\nOnly by hand, %% says the project.\n\n## Git\n" in system

    (row,) = rows(client)  # the session that was taken up again has its row, and gets no other
    assert again["session_id"] == session == row["session_id"]
    size = len(text.encode())
    sources = int(row["basis"].split()[1])
    assert row["basis"] == (
        f"sources {sources} B - compiled {size} B, at 4 B/token, priced at claude-opus-5-5 input $4/Mtok"
    )
    saved = sources // 4 - -(-size // 4)
    assert (row["tokens_before"], row["tokens_saved"]) == (sources // 4, saved)
    assert row["cost_saved_usd"] == pytest.approx(saved * 4e-6)
    assert not list((client.base / "root" / "usage" / "pending-savings").iterdir())
    links = {one.name: one.read_text() for one in (client.base / "root" / "usage" / "session-links").iterdir()}
    assert links == {one.parent.name: f"{session}\n" for one in prompts}


def test_a_launch_beside_another_prompt(client: Client) -> None:
    """What its user appends is sent as well."""
    with client.server:
        launch(client, "-p", play("hello"), "--append-system-prompt", "Answer in rhymes.", said=UNKNOWN)
    (request,) = [row["request"] for row in client.server.log if row.get("script") == "hello"]
    system = "\n".join(block["text"] for block in request["system"])
    assert "Answer in rhymes." in system
    assert "# Instructions\n\n## Role\n" in system
    assert rows(client) == []
