"""The server as a process: JSON-RPC on standard output and nothing else, tools with hints, a good end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tallystick.mcp import TOOLS
from tests.mcp.desk import LATER, Asked

SCRIPT = f"session 1 cwd=/srv/kiln at={LATER}\nask\nread notes.txt\n"


class Wire:
    """A running server, and the lines that it writes."""

    def __init__(self, asked: Asked, *python: str, **environ: str) -> None:
        words = [sys.executable, *python, "-m", "tallystick", "mcp"]
        words += ["--root", str(asked.root), "--config-dir", str(asked.config)]
        source = Path(__file__).parents[2] / "src"
        environ = {**os.environ, **dict(asked.place.environ), "PYTHONPATH": str(source), **environ}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, env=environ, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        self.number = 0

    def send(self, method: str, **params: Any) -> Any:
        """Ask, and return the whole message that comes back."""
        self.number += 1
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def begin(self) -> Any:
        """Shake hands as clients do."""
        client = {"name": "test", "version": "1"}
        answer = self.send("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=client)
        assert self.process.stdin is not None
        self.process.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        return answer

    def end(self) -> tuple[int, str, str]:
        """Close its input: its exit code, and what else it had to say."""
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


def test_a_talk(tmp_path: Path) -> None:
    """Greeting, list, calls that go well, are refused and are nonsense; warnings are on, and stay off the wire."""
    wire = Wire(Asked(tmp_path, SCRIPT), "-W", "default", "-X", "dev")

    greeting = wire.begin()["result"]
    listed = wire.send("tools/list")["result"]["tools"]
    good = wire.send("tools/call", name="repeat_check", arguments={"kind": "command", "command": "make"})["result"]
    bad = wire.send("tools/call", name="repeat_check", arguments={"kind": "command", "clay": 1})["result"]
    unknown = wire.send("tools/call", name="rm", arguments={})["result"]
    code, rest, _ = wire.end()

    assert ("tally", True) == (greeting["serverInfo"]["name"], "repeat_check" in greeting["instructions"])
    assert [tool.NAME for tool in TOOLS] == [tool["name"] for tool in listed]
    assert all(tool["annotations"]["readOnlyHint"] and tool["outputSchema"] for tool in listed)
    assert "NO_RECORD" == good["structuredContent"]["verdict"]
    assert good["content"][0]["text"].startswith("NO_RECORD — ")
    assert (True, "there is no argument 'clay'") == (bad["isError"], bad["content"][0]["text"][:27])
    assert (True, "there is no tool 'rm'") == (unknown["isError"], unknown["content"][0]["text"][:21])
    assert (0, "") == (code, rest)


def test_a_project_with_modules_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client starts the server in the project's folder; what is called like Python's own modules there is not run."""
    (tmp_path / "json.py").write_text("raise SystemExit(1)")
    asked = Asked(tmp_path, SCRIPT)
    monkeypatch.chdir(tmp_path)
    wire = Wire(asked, "-P")
    greeting = wire.begin()

    assert "tally" in greeting["result"]["serverInfo"]["name"]
    assert 0 == wire.end()[0]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_end_by_signal(tmp_path: Path, number: signal.Signals) -> None:
    """At once, though the client has not closed its side, and without a word."""
    wire = Wire(Asked(tmp_path, SCRIPT))
    wire.begin()

    wire.process.send_signal(number)

    assert wire.process.wait(timeout=10) == -number
    assert wire.process.communicate() == ("", "")


def test_a_client_that_reads_no_more(tmp_path: Path) -> None:
    """It left without a word: so does the server."""
    wire = Wire(Asked(tmp_path, SCRIPT))
    wire.begin()
    assert wire.process.stdout is not None
    assert wire.process.stdin is not None
    assert wire.process.stderr is not None

    wire.process.stdout.close()
    wire.process.stdin.write('{"jsonrpc": "2.0", "id": 9, "method": "tools/list"}\n')
    wire.process.stdin.close()

    with wire.process.stderr as errors:
        assert wire.process.wait(timeout=30) == 0
        assert errors.read() == ""


def test_an_index_that_cannot_be_used(tmp_path: Path) -> None:
    """A failure of ours is one line for the model, and the server goes on."""
    asked = Asked(tmp_path, SCRIPT)
    (asked.root / "index.sqlite3").write_bytes(b"no database at all, but long enough to be taken for one" * 40)

    assert "index.sqlite3" in asked.refused("fanout_reads")
    assert "there is no tool" in asked.refused("rm")


def test_without_the_sdk(tmp_path: Path) -> None:
    """One line that says what to install."""
    (tmp_path / "mcp").mkdir()
    (tmp_path / "mcp" / "__init__.py").write_text("raise ModuleNotFoundError('gone', name='mcp')\n", "utf-8")
    wire = Wire(Asked(tmp_path, SCRIPT), PYTHONPATH=f"{tmp_path}:{Path(__file__).parents[2] / 'src'}")

    assert (
        1,
        "",
        "tally: tally mcp needs the MCP SDK: install tallystick with it, from the checkout pip install '.[mcp]'\n",
    ) == wire.end()
