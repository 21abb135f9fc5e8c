"""The real client as the helper, and as the session that asks for one: what is billed, noted, and left running."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tallystick.tasks import divert
from tests.standin.client import Client, open_client
from tests.standin.scenarios import play
from tests.standin.script import Served, Turn
from tests.tools import find_tool

pytestmark = pytest.mark.needs("claude")

SOURCE = Path(__file__).parents[2] / "src"
ANSWER = "800 numbered lines of filler."
# claude-haiku-4-5 costs 1 USD per million in and 5 out: 7,000 and 40 are 0.0072.
BILLED = Served(input=7000, output=40)
# long.txt: 800 lines of 21 bytes and the digits of their numbers, 9 of one, 90 of two and 701 of three.
SIZE = 800 * 21 + 9 + 2 * 90 + 3 * 701


class Session(Client):
    """A client whose shell finds `tally` and the client, and whose model is pinned."""

    def environment(self) -> dict[str, str]:
        """What the client is given."""
        usual = Client.environment(self)
        return {
            **usual,
            "PATH": f"{self.base / 'bin'}:{usual['PATH']}",
            "TALLY_ROOT": str(self.base / "root"),
            "ANTHROPIC_MODEL": "claude-opus-4-5",
        }


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A client, with a helper's answer at hand."""
    binary = Path(str(find_tool("claude")))
    opened = open_client(binary, tmp_path / "client", label="divert")
    found = Session(binary, opened.base, opened.server)
    found.server.aside = lambda request: Turn(say=({"text": ANSWER},), usage=BILLED)
    found.server.counts = True
    programs = found.base / "bin"
    programs.mkdir()
    (programs / "claude").symlink_to(binary)
    program = programs / "tally"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(SOURCE))} exec {shlex.quote(sys.executable)} -m tallystick "$@"\n'
    )
    program.chmod(0o755)
    return found


def rows(session: Session) -> list[dict[str, Any]]:
    """What is noted."""
    ledger = session.base / "root" / "usage" / "savings.jsonl"
    return [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []


def ask(session: Session, **environ: str) -> subprocess.CompletedProcess[str]:
    """Have the long file read as somebody's shell does."""
    command = ["tally", "divert", "bulk-read", "long.txt", "--prompt", "What are these lines?"]
    given = {**session.environment(), **environ}
    return subprocess.run(command, cwd=session.project, env=given, capture_output=True, text=True, check=False)


def check_row(session: Session, name: str) -> None:
    """One row: the file's tokens less the answer's at 5 USD a million, less 0.0072 of the helper."""
    assert (session.project / "long.txt").stat().st_size == SIZE == 19_092
    (row,) = rows(session)
    before, after = 19_092 // 4, 8  # 29 bytes are 8 tokens, rounded up
    assert (row["session_id"], row["technique"]) == (name, "divert")
    assert (row["tokens_before"], row["tokens_saved"]) == (before, before - after) == (4773, 4765)
    assert row["cost_saved_usd"] == pytest.approx(4765 * 5e-6 - 0.0072)  # 0.023825 - 0.0072 = 0.016625
    assert row["basis"] == (
        "files 4773 tok - summary 8 tok, at 4 B/token, priced at claude-opus-4-5 (env) input $5/Mtok, "
        "less worker $0.007200"
    )
    assert (row["worker_model"], row["worker_cost_usd"]) == ("claude-haiku-4-5", 0.0072)


def test_the_client_as_the_helper(session: Session) -> None:
    """It takes every word of the command line, gets the file and the question, no tools and no session of ours."""
    with session.server:
        done = ask(session, CLAUDE_CODE_SESSION_ID="s1", CLAUDECODE="1")
    assert (done.stdout, done.stderr, done.returncode) == (f"{ANSWER}\n", "", 0)
    check_row(session, "s1")
    (row,) = [row for row in session.server.log if row["kind"] == "aside"]
    assert (row["model"], row["tools"]) == ("claude-haiku-4-5", [])
    assert row["session"] != "s1"
    words = json.dumps(row["request"])
    assert "line 800 of a long file" in words
    assert "Question: What are these lines?" in words
    assert "You read files for a programmer" in words


def test_a_word_that_the_client_does_not_know(session: Session) -> None:
    """It would refuse one: that it answers above says that it knows them all."""
    command = [*divert.command(str(session.binary), "claude-haiku-4-5"), "--no-such-word"]
    with session.server:
        done = subprocess.run(
            command, cwd=session.project, env=session.environment(), input=b"?", capture_output=True, check=False
        )
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"unknown option '--no-such-word'" in done.stderr


def test_a_session_that_asks(session: Session) -> None:
    """The model's own shell asks, and gets the answer instead of the file; the row is of the client's session."""
    with session.server:
        ran = session.ask(play("divert"))
    results = [block for row in session.server.log for block in row.get("results", [])]
    (result,) = results
    assert result["content"].partition("\n\n<system-reminder>")[0] == ANSWER
    check_row(session, ran.session)


def test_a_helper_that_the_service_refuses(session: Session) -> None:
    """The client reports the error in its JSON: the session is told to read by itself, and nothing is noted."""
    with session.server:
        done = ask(session, CLAUDE_CODE_SESSION_ID="s1", ANTHROPIC_BASE_URL=f"{session.server.url}/nowhere")
    assert (done.stdout, done.returncode) == ("divert: fall-through\n", 3)
    assert done.stderr.startswith("tally: claude: it reports an error: ")
    assert rows(session) == []


def test_a_helper_that_is_late(session: Session) -> None:
    """The client is ended, and nothing of it runs on."""
    session.server.aside = lambda request: Turn(say=({"text": ANSWER},), usage=BILLED, pause_before=30)
    command = ["tally", "divert", "bulk-read", "long.txt", "--timeout-secs", "3"]
    environ = {**session.environment(), "CLAUDE_CODE_SESSION_ID": "s1"}
    with session.server:
        done = subprocess.run(command, cwd=session.project, env=environ, capture_output=True, text=True, check=False)
        running = [one for one in Path("/proc").glob("[0-9]*") if is_of(one, session.base / "home")]
    assert (done.stdout, done.returncode) == ("divert: fall-through\n", 3)
    assert done.stderr.startswith("tally: claude did not answer within 3 s; ")
    assert (running, rows(session)) == ([], [])


def is_of(process: Path, home: Path) -> bool:
    """Whether a process has this home."""
    try:
        return f"HOME={home}\0".encode() in (process / "environ").read_bytes()
    except OSError:
        return False
