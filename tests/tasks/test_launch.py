"""A launch made ready: what is compiled, staged and declined, and what the client is started with.

claude-opus-4-5 costs 5 USD per million tokens of input.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallystick.errors import NotFound, UsageError
from tallystick.host.environment import Surroundings
from tallystick.kernel import savingsrow
from tallystick.kernel.beginning import begin
from tallystick.kernel.fnv1a import digest
from tallystick.tasks import launch
from tallystick.tasks.launch import Launch, prepare

NOON = 1_772_452_800_000  # 2026-03-02T12:00:00Z
SHORT = "# App\n\n## Tests\n\nmake test.\n\n## Safety\n\nBe safe.\n"


class Desk:
    """A project, which is the current folder, with a program `claude` on PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.project, self.root = folder, folder / "My app", folder / "root"
        self.project.mkdir()
        self.said, self.whispered = list[str](), list[str]()
        program = folder / "bin" / "claude"
        program.parent.mkdir()
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)

    def launch(self, *words: str, **environ: str) -> Launch:
        """Make a launch ready."""
        usual = {"PATH": str(self.folder / "bin"), "HOME": str(self.folder)}
        place = Surroundings(str(self.root), None, {**usual, **environ}, NOON)
        return prepare(words, place, self.said.append, self.whispered.append)

    def staged(self) -> list[dict[str, Any]]:
        """The rows that wait for a session."""
        place = self.root / "usage" / "pending-savings"
        return [json.loads(file.read_text()) for file in sorted(place.iterdir())] if place.exists() else []


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Nothing launched yet."""
    found = Desk(tmp_path)
    monkeypatch.chdir(found.project)
    return found


def test_a_launch_that_saves(desk: Desk) -> None:
    """The row stands by what the two sizes come to; the client is given the prompt, the scope and the root."""
    (desk.project / "CLAUDE.md").write_text(SHORT)
    found = desk.launch("-p", "Hello", ANTHROPIC_MODEL="claude-opus-4-5")
    program = str(desk.folder / "bin" / "claude")
    path = Path(found.words[2])
    scope = found.environ["TALLY_SCOPE"]
    assert scope.startswith("My-app-")
    assert path == desk.project / ".tallystick" / "sessions" / scope / "INSTRUCTIONS-COMPILED.md"
    assert (found.program, found.words) == (program, [program, launch.FLAG, str(path), "-p", "Hello"])
    assert found.environ["TALLY_ROOT"] == str(desk.root)
    (row,) = desk.staged()
    words = row["basis"].split()
    sources, compiled = int(words[1]), int(words[5])
    assert compiled == path.stat().st_size < sources
    saved = sources // 4 - -(-compiled // 4)
    assert (row["tokens_before"], row["tokens_saved"]) == (sources // 4, saved)
    assert row["cost_saved_usd"] == pytest.approx(saved * 5e-6)
    assert row["basis"].endswith(" B, at 4 B/token, priced at claude-opus-4-5 input $5/Mtok")
    assert (row["technique"], row["model_source"], row["session_id"]) == (
        "instruction-compression",
        "launch-config",
        "",
    )
    assert (row["compiled_prompt"], row["pid"], row["ts"]) == (str(path), os.getpid(), "2026-03-02T12:00:00Z")
    assert (desk.said, desk.whispered) == ([], [])


def test_its_session_gets_the_row(desk: Desk) -> None:
    """And the next one of the same client is measured anew, to the same figures."""
    (desk.project / "CLAUDE.md").write_text(SHORT)
    scope = desk.launch(ANTHROPIC_MODEL="claude-opus-4-5").environ["TALLY_SCOPE"]
    root, places = os.fsencode(desk.root), [os.fsencode(desk.project)]
    assert begin(root, "a", places, now_s=NOON / 1000, warn=print, scope=scope) == 1
    assert begin(root, "b", places, now_s=NOON / 1000, warn=print, scope=scope, earlier="a", source="clear") == 1
    rows = [json.loads(line) for line in (desk.root / "usage" / "savings.jsonl").read_text().splitlines()]
    assert [row.pop("session_id") for row in rows] == ["a", "b"]
    assert rows[0].pop("row") != rows[1].pop("row")
    assert rows[0] == rows[1]


def test_a_launch_that_saves_nothing(desk: Desk) -> None:
    """It says so once for each pair of sizes, whoever listens; no row is staged."""
    for _ in range(2):
        desk.launch()
    assert len(desk.whispered) == 1
    assert desk.whispered[0].startswith("nothing is saved: the compiled prompt (")
    mark = desk.root / "usage" / "no-fold-warned" / digest(os.fsencode(desk.project))
    sizes = mark.read_text().split()
    assert f"({sizes[1]} B) is not smaller than the instruction sources ({sizes[0]} B)" in desk.whispered[0]
    (desk.project / "go.mod").touch()
    desk.launch()
    assert (len(desk.whispered), desk.staged(), desk.said) == (2, [], [])


def test_bytes_that_are_no_token(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bytes less are nothing saved."""
    monkeypatch.setattr(savingsrow, "folded", lambda *sizes, **more: None)
    (desk.project / "CLAUDE.md").write_text(SHORT)
    desk.launch(ANTHROPIC_MODEL="claude-opus-4-5")
    assert (len(desk.whispered), desk.staged()) == (1, [])


def test_a_root_that_takes_nothing(desk: Desk) -> None:
    """The client starts all the same."""
    desk.root.touch()
    desk.launch()
    (desk.project / "CLAUDE.md").write_text(SHORT)
    assert desk.launch("--model", "claude-opus-4-5").words
    assert desk.said == ["no saving is noted: the row could not be staged in the root folder"]


@pytest.mark.parametrize("words", [["-c"], ["--continue"], ["-r", "x"], ["--resume=x"], ["--from-pr"], ["--teleport"]])
def test_a_talk_that_goes_on(words: list[str], desk: Desk) -> None:
    """It sends the prompt that it began with: nothing is staged, and nothing will be measured."""
    (desk.project / "CLAUDE.md").write_text(SHORT)
    found = desk.launch(*words, ANTHROPIC_MODEL="claude-opus-4-5")
    assert (found.words[3:], desk.staged(), desk.said) == (words, [], [])
    assert not Path(found.words[2]).with_name("fold.json").exists()


@pytest.mark.parametrize(
    ("words", "environ", "project", "user", "model"),
    [
        (["--model", "claude-opus-4-5"], "claude-opus-4-1", "claude-haiku-4-5", "", "claude-opus-4-5"),
        (["--model=claude-opus-4-5"], "claude-opus-4-1", "", "", "claude-opus-4-5"),
        ([], "claude-opus-4-5", "claude-haiku-4-5", "claude-opus-4-1", "claude-opus-4-5"),
        ([], "", "claude-opus-4-5", "claude-opus-4-1", "claude-opus-4-5"),
        ([], "", "", "claude-opus-4-5", "claude-opus-4-5"),
    ],
)
def test_which_model_it_is_priced_at(
    words: list[str], environ: str, project: str, user: str, model: str, desk: Desk
) -> None:
    """The one that the client will start with, by the nearest that says it."""
    (desk.project / "CLAUDE.md").write_text(SHORT)
    for folder, named in ((desk.project / ".claude", project), (desk.folder / ".claude", user)):
        folder.mkdir()
        (folder / "settings.json").write_text(json.dumps({"model": named}))
    desk.launch(*words, **({"ANTHROPIC_MODEL": environ} if environ else {}))
    (row,) = desk.staged()
    assert f"priced at {model} input" in row["basis"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "no saving is noted: nothing says which model the client starts with (--model would)"),
        (["--model"], "no saving is noted: nothing says which model the client starts with (--model would)"),
        (["--model", "opus"], "no saving is noted: no price for opus"),
    ],
)
def test_a_model_without_a_price(words: list[str], said: str, desk: Desk) -> None:
    """The client starts; nothing is claimed at a guess."""
    (desk.project / "CLAUDE.md").write_text(SHORT)
    desk.launch(*words)
    assert (desk.said, desk.staged()) == ([said], [])


def test_what_stops_a_launch(desk: Desk) -> None:
    """Instructions that cannot be used, a flag of ours, no client: one line, and nothing is started."""
    with pytest.raises(UsageError, match="is what tally launch gives the client itself"):
        desk.launch("--append-system-prompt-file=x")
    (desk.project / "CLAUDE.md").write_text("# Git\n# Git\n")
    with pytest.raises(UsageError, match="two sections are called 'Git'"):
        desk.launch()
    with pytest.raises(NotFound, match="claude is not on PATH"):
        desk.launch(PATH="/nowhere")


def test_a_folder_without_a_plain_name(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its launches have one all the same."""
    folder = desk.folder / "…"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert desk.launch().environ["TALLY_SCOPE"].startswith("launch-")
