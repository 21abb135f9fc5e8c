"""A helper in the session's stead: scripts that stand for the client, well-behaved and not, and what is noted.

claude-opus-4-5 costs 5 USD per million tokens of input.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from tallystick.errors import NotFound, TallyError, UsageError
from tallystick.host.environment import Surroundings
from tallystick.tasks import divert
from tallystick.tasks.divert import Diverted, bulk_read

NOON = 1_772_452_800_000  # 2026-03-02T12:00:00Z
IN_SESSION = {"CLAUDE_CODE_SESSION_ID": "s1", "ANTHROPIC_MODEL": "claude-opus-4-5"}
ANSWER = {"is_error": False, "result": "It adds two numbers.", "total_cost_usd": 0.0005, "modelUsage": {"m-1": {}}}


class Desk:
    """A folder with a file of 8,000 bytes, a root, and a program `claude` that is a script."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root, self.said = folder, folder / "root", list[str]()
        self.file, self.seconds = folder / "a.py", 20.0
        self.file.write_text("x = 1  #\n" * 888 + "pass # y")
        (folder / "bin").mkdir()

    def claude(self, script: str) -> None:
        """Put a script in the client's place."""
        program = self.folder / "bin" / "claude"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def answer(self, **more: object) -> None:
        """Let the client answer this, and keep what it was given."""
        (self.folder / "answer").write_text(json.dumps({**ANSWER, **more}))
        self.claude(f"cd {self.folder}; env >environ; printf '%s\\n' \"$@\" >words; cat >given; cat answer")

    def ask(self, *paths: Path, **environ: str) -> Diverted:
        """Have the file read, or other ones."""
        path = f"{self.folder / 'bin'}:/usr/bin:/bin"
        surroundings = Surroundings(str(self.root), None, {"PATH": path, "HOME": str(self.root), **environ}, NOON)
        files = [str(one) for one in paths or (self.file,)]
        return bulk_read(files, "What?", self.seconds, surroundings, self.said.append)

    def rows(self) -> list[dict[str, Any]]:
        """What is noted."""
        ledger = self.root / "usage" / "savings.jsonl"
        return [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """No client yet."""
    return Desk(tmp_path)


def test_an_answer_and_its_row(desk: Desk) -> None:
    """8,000 bytes are 2,000 tokens, the 20 of the answer 5. 1,995 at 5 USD a million are 0.009975, less 0.0005."""
    desk.answer()
    found = desk.ask(**IN_SESSION)
    assert (found.answer, found.fault, found.notes, desk.said) == ("It adds two numbers.", "", (), [])
    (row,) = desk.rows()
    del row["row"]
    assert row == {
        "ts": "2026-03-02T12:00:00Z",
        "session_id": "s1",
        "technique": "divert",
        "tokens_saved": 1995,
        "tokens_before": 2000,
        "cost_saved_usd": pytest.approx(0.009475),
        "basis": "files 2000 tok - summary 5 tok, at 4 B/token, priced at claude-opus-4-5 (env) input $5/Mtok, "
        "less worker $0.000500",
        "model_source": "env",
        "worker_model": "m-1",
        "worker_cost_usd": 0.0005,
    }


def test_what_the_helper_is_given(desk: Desk) -> None:
    """The files and the question; no tools; hooks off; nothing of the session, but the folder of the client's login."""
    desk.answer()
    desk.ask(**dict.fromkeys(divert.STRIPPED, "secret"), CLAUDE_CONFIG_DIR="/c")
    given = (desk.folder / "given").read_text()
    assert given == f'<file path="{desk.file}">\n{desk.file.read_text()}\n</file>\n\nQuestion: What?'
    words = (desk.folder / "words").read_text().split("\n")
    assert words[:4] == ["-p", "--model", "claude-haiku-4-5", "--output-format"]
    assert words[-7:] == [
        *("--restricted", "--strict-mcp-config", "--disable-slash-commands", "--permission-prompts", "none"),
        *("--tools=", ""),
    ]
    environ = dict(line.split("=", 1) for line in (desk.folder / "environ").read_text().splitlines())
    assert "secret" not in environ.values()
    assert (environ["TALLY_DISABLE_HOOKS"], environ["CLAUDE_CONFIG_DIR"]) == ("1", "/c")


def test_which_model_helps(desk: Desk) -> None:
    """The variable's, else the setting's."""
    desk.answer()
    desk.root.mkdir()
    (desk.root / "config.toml").write_text('[divert]\nworker_model = "of-the-settings"\n')
    desk.ask()
    assert "of-the-settings" in (desk.folder / "words").read_text().split()
    desk.ask(TALLY_DIVERT_MODEL=" of-the-variable ")
    assert "of-the-variable" in (desk.folder / "words").read_text().split()
    (desk.root / "config.toml").write_text("[divert]\nworker_model = 7\n")
    with pytest.raises(UsageError, match="write text between quotes"):
        desk.ask()


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("exit 0", "claude: it printed nothing"),
        ("echo '{}'", "claude: its answer is empty"),
        ("printf '\\377'", "claude: what it printed is not UTF-8 text"),
        ("echo unknown option >&2; exit 1", "claude ended with 1: unknown option"),
        ("exit 9", "claude ended with 9"),
        ("kill -9 $$", "claude ended with 137"),
        (f"echo '{json.dumps(ANSWER)}'; exit 1", "claude ended with 1"),
        ('echo \'{"is_error": true, "result": "No credit"}\'; exit 1', "claude: it reports an error: No credit"),
        ('echo \'{"is_error": true, "result": "No credit"}\'', "claude: it reports an error: No credit"),
        ("yes", "claude printed more than 4 MiB"),
    ],
)
def test_a_helper_that_fails(script: str, fault: str, desk: Desk) -> None:
    """There is no answer and no row, and one line says why."""
    desk.claude(script)
    found = desk.ask(**IN_SESSION)
    assert (found.answer, found.fault, desk.rows()) == ("", fault, [])


def test_a_helper_that_is_late(desk: Desk) -> None:
    """It is ended, with what it started."""
    desk.claude(f"sleep 1000 & echo $! >{desk.folder}/child; wait")
    desk.seconds = 0.5
    found = desk.ask(**IN_SESSION)
    assert (found.fault, desk.rows()) == ("claude did not answer within 0.5 s", [])
    child = Path("/proc") / (desk.folder / "child").read_text().strip()
    for _ in range(500):
        if not child.exists():
            break
        time.sleep(0.01)
    assert not child.exists()


def test_a_helper_that_is_missing(desk: Desk) -> None:
    """Or cannot be run."""
    assert desk.ask(**IN_SESSION).fault == "claude is not on PATH"
    desk.claude("")
    (desk.folder / "bin" / "claude").write_bytes(b"\x7fELF no program")
    assert desk.ask(**IN_SESSION).fault == "claude cannot be started (Exec format error)"


@pytest.mark.parametrize(
    ("answer", "environ", "warned"),
    [
        ({"result": "x" * 8000}, IN_SESSION, []),  # as long as the file
        ({"total_cost_usd": 0.0099}, IN_SESSION, []),  # 1,995 tokens are worth 0.009975: this is left of it, and less
        ({"total_cost_usd": 0.0099741}, IN_SESSION, []),
        ({"total_cost_usd": 9.0}, IN_SESSION, []),
        ({"total_cost_usd": None}, IN_SESSION, ["no saving is noted: what the helper cost is not known"]),
        ({}, {}, ["no saving is noted: this runs in no session of Claude Code"]),
        ({}, {**IN_SESSION, "ANTHROPIC_MODEL": "glm-5"}, ["no saving is noted: no price for glm-5"]),
    ],
)
def test_answers_that_spared_nothing(
    answer: dict[str, object], environ: dict[str, str], warned: list[str], desk: Desk
) -> None:
    """The answer is an answer; a row there is where something is left."""
    desk.answer(**answer)
    assert desk.ask(**environ).fault == ""
    assert desk.said == warned
    assert [row["cost_saved_usd"] for row in desk.rows()] == (
        [pytest.approx(0.000075)] if answer.get("total_cost_usd") == 0.0099 else []
    )


def test_a_file_that_the_client_would_have_cut(desk: Desk) -> None:
    """It shows 25,000 tokens of a file, so no more can be spared, whatever the helper was given."""
    big = desk.folder / "big"
    big.write_text("y" * 500_000)
    desk.answer()
    found = desk.ask(big, desk.file, **IN_SESSION)
    assert found.notes == (
        f"{big} was cut: no more than 400 KiB of files are read at once",
        f"not read, for the same reason: {desk.file}",
    )
    assert [(row["tokens_before"], row["tokens_saved"]) for row in desk.rows()] == [(25_000, 24_995)]


def test_a_character_at_the_cut(desk: Desk) -> None:
    """409,600 bytes are read and what a character needs behind them: no more of a file is looked at."""
    big = desk.folder / "big"
    big.write_bytes(b"a" * 409_599 + "äää".encode() + b"\xff")
    desk.answer()
    assert desk.ask(big).fault == ""
    assert "a… [cut here" in (desk.folder / "given").read_text()


@pytest.mark.parametrize(
    ("data", "reason"), [(b"a\xff", "is not UTF-8 text; a helper reads nothing else"), (b"a\xc3", "is not UTF-8 text")]
)
def test_a_file_that_is_no_text(data: bytes, reason: str, desk: Desk) -> None:
    """Is refused, with its name."""
    desk.file.write_bytes(data)
    with pytest.raises(TallyError, match=f"a.py: {reason}"):
        desk.ask()


def test_files_that_cannot_be_read(desk: Desk) -> None:
    """Missing, a folder, a pipe, no name at all."""
    pipe = desk.folder / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(NotFound, match="none: there is no such file"):
        desk.ask(desk.folder / "none")
    with pytest.raises(TallyError, match="is not a file of text; name files"):
        desk.ask(pipe)
    with pytest.raises(TallyError, match=r"cannot be read \(Is a directory\)"):
        desk.ask(desk.folder)
    with pytest.raises(TallyError, match="cannot be read"):
        desk.ask(Path("a\0b"))
