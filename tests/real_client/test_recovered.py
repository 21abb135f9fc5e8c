"""The real client is given a shortened output and asks for the whole: what was saved, and what is left of it."""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.real_client.test_divert import SOURCE, Session
from tests.standin.client import open_client
from tests.standin.scenarios import play
from tests.standin.script import Served, Turn
from tests.tools import find_tool

pytestmark = pytest.mark.needs("claude")

# 60 lines of 33 to 34 bytes and one of 28: what pytest -v prints of tests that pass.
LOG = "".join(f"tests/test_kiln.py::test_{n:02} PASSED\n" for n in range(60)) + "=== 60 passed in 0.12s ===\n"


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A client whose shell finds `tally`, and a log that commands print."""
    binary = Path(str(find_tool("claude")))
    opened = open_client(binary, tmp_path / "client", label="recovered")
    found = Session(binary, opened.base, opened.server)
    programs = found.base / "bin"
    programs.mkdir()
    program = programs / "tally"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(SOURCE))} exec {shlex.quote(sys.executable)} -m tallystick "$@"\n'
    )
    program.chmod(0o755)
    (found.project / "log").write_text(LOG)
    return found


def bash(command: str) -> Turn:
    """A turn in which the model runs a command."""
    call = {"tool": "Bash", "input": {"command": command, "description": "Look"}}
    return Turn(say=(call,), usage=Served(input=10, read=100, output=20))


def saved(session: Session) -> dict[str, Any]:
    """What `tally saved --json` says of the client's session, from its transcript."""
    command = [str(session.base / "bin" / "tally"), "saved", "--json"]
    done = subprocess.run(command, env=session.environment(), capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)["totals"]
    return found


def test_the_whole_is_read_again(session: Session) -> None:
    """What came back is taken off: first the last lines of it, then all of it, which leaves less than nothing."""
    name = hashlib.sha256(LOG.encode()).hexdigest()[:12]
    end = Turn(say=({"text": "Seen."},), usage=Served(input=10, read=100, output=20))
    session.server.scripts = {
        **session.server.scripts,
        "shorten": (bash("tally run --tool pytest -- cat log"), end),
        "tail": (bash(f"tally output {name} | tail -n 2"), end),
        "whole": (bash(f"tally output {name}"), end),
    }
    with session.server:
        first = session.ask(play("shorten"))
        (row,) = (json.loads(line) for line in (session.base / "root/usage/savings.jsonl").read_text().splitlines())
        assert (row["session_id"], row["output"]) == (first.session, name)
        before = len(LOG) // 4
        assert row["tokens_before"] == before
        gross = row["tokens_saved"]
        assert (saved(session)["tokens_saved"], saved(session)["net_tokens"]) == (gross, gross)

        session.ask(play("tail"), "--resume", first.session)
        last = given(session)
        assert last.startswith("tests/test_kiln.py::test_59 PASSED\n=== 60 passed in 0.12s ===")
        net = gross - -(-len(last) // 4)
        assert (saved(session)["tokens_saved"], saved(session)["net_tokens"]) == (gross, net)

        session.ask(play("whole"), "--resume", first.session)
        whole = given(session)
        assert whole.startswith(LOG.rstrip("\n"))
        net -= -(-len(whole) // 4)
        assert net < 0
        assert (saved(session)["tokens_saved"], saved(session)["net_tokens"]) == (gross, net)


def given(session: Session) -> str:
    """The text of the last result, as the client's transcript has it."""
    (path,) = (session.config / "projects").rglob("*.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    blocks = [
        block
        for line in lines
        if line["type"] == "user" and isinstance(line["message"]["content"], list)
        for block in line["message"]["content"]
        if block.get("type") == "tool_result"
    ]
    return str(blocks[-1]["content"])
