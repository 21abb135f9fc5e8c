"""A session of the real client whose model does what a test says, with `tally` and a runner of tests on its path."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.real_client.test_divert import SOURCE, Session
from tests.real_client.test_mcp import turns
from tests.standin.client import ALLOWED, open_client
from tests.standin.scenarios import play
from tests.tools import find_tool

SUMMARY = "=== {} passed in 0.12s ==="


def passing(count: int) -> str:
    """What the runner prints, as the client shows it: without the last line's end."""
    return "".join(f"tests/test_a.py::test_{number} PASSED\n" for number in range(count)) + SUMMARY.format(count)


def shell(command: str, **more: Any) -> tuple[str, dict[str, Any]]:
    """A call of the shell."""
    return "Bash", {"command": command, "description": "Do it", **more}


def opened(tmp_path: Path) -> Iterator[Session]:
    """A client whose shell finds `tally` and a runner of tests; its model costs 5 USD a million tokens of input."""
    binary = Path(str(find_tool("claude")))
    client = open_client(binary, tmp_path / "client", label="hooks")
    found = Session(binary, client.base, client.server)
    programs = found.base / "bin"
    programs.mkdir()
    (programs / "claude").symlink_to(binary)
    program(
        programs / "tally",
        f'PYTHONPATH={shlex.quote(str(SOURCE))} exec {shlex.quote(sys.executable)} -m tallystick "$@"',
    )
    runner = "i=0; while [ $i -lt $1 ]; do echo tests/test_a.py::test_$i PASSED; i=$((i+1)); done"
    program(programs / "pytest", f"{runner}\necho '=== '$1' passed in 0.12s ==='\n[ -z \"$2\" ] || exit $2")
    with found.server:
        yield found


def program(path: Path, text: str) -> None:
    """A program of a few words of sh."""
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)


def tally(session: Session, *words: str, given: str = "") -> str:
    """Run our command as its user does."""
    done = subprocess.run(
        ["tally", *words],
        input=given,
        cwd=session.project,
        env=session.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def act(session: Session, *said: Any, flags: tuple[str, ...] = ()) -> str:
    """Let the model do these things, one a turn; the session in which it did."""
    session.server.scripts = {**session.server.scripts, "act": turns(*said, "Done.")}
    return session.ask(play("act"), *flags).session


def received(session: Session) -> list[Any]:
    """The contents of all results that the model received, in order, without what the client says behind a text."""
    found = [block["content"] for row in session.server.log for block in row.get("results") or []]
    return [one.partition("\n\n<system-reminder>")[0] if isinstance(one, str) else one for one in found]


def rows(session: Session) -> list[dict[str, Any]]:
    """The ledger of savings."""
    path = session.base / "root" / "usage" / "savings.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def allow(session: Session, *tools: str, **more: Any) -> None:
    """Settings that let the model do what the test needs."""
    settings = {"permissions": {"allow": [*ALLOWED, *tools], **more}, "includeCoAuthoredBy": False}
    (session.config / "settings.json").write_text(json.dumps(settings), "utf-8")
