"""Stamping called as hooks call it, without git around: what a manager of hooks does, and what none leaves behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.commits import git, stamping
from tallystick.commits.stamping import BEHIND, PREPARE, Commit, stamp
from tests.commits.repositories import FIGURES, SESSION

BLOCK = "\n".join(FIGURES)


def run(path: Path, source: str = "message", hook: str = "", session: str = SESSION, **environ: str) -> str:
    """Run a hook on a message; return what it holds then."""
    home = Path(os.environ["HOME"])
    surroundings = {"HOME": str(home), **environ}
    root = os.fsencode(home / "root")
    stamp(Commit(os.fsencode(path), source, hook, session=session, root=root, environ=surroundings))
    return path.read_text()


@pytest.fixture
def message(tmp_path: Path, transcript: Path) -> Path:
    """The file of a message, in a folder of its own."""
    (tmp_path / "git").mkdir()
    return tmp_path / "git" / "COMMIT_EDITMSG"


def test_without_a_companion(message: Path) -> None:
    """Whoever runs the one hook alone has templates stamped at once, and what is empty left empty."""
    message.write_text("What:\n\n# c\n")
    assert run(message, "template") == f"What:\n\n{BLOCK}\n\n# c\n"
    message.write_text("\n\n# c\n")
    assert run(message, "") == "\n\n# c\n"
    assert os.listdir(message.parent) == ["COMMIT_EDITMSG"]


def test_with_a_companion(message: Path) -> None:
    """The block comes when the editor has ended, once."""
    message.write_text("\n# c\n")
    assert run(message, "", PREPARE) == "\n# c\n"
    message.write_text("typed\n# c\n")
    assert run(message, "", BEHIND) == f"typed\n\n{BLOCK}\n# c\n"
    message.write_text("typed\n")
    assert run(message, "", BEHIND) == "typed\n"


@pytest.mark.parametrize("text", ["What:\n\n# c\n", "Signed-off-by: x\n", "fixup! a\n", f"a\n\n{BLOCK}\n"])
def test_what_an_editor_left_that_gets_none(text: str, message: Path) -> None:
    """The template as it was, nothing, what is to be folded, and what has a block."""
    message.write_text("What:\n# c\n")
    run(message, "template", PREPARE)
    message.write_text(text)
    assert run(message, "", BEHIND) == text


def test_no_note_where_there_is_nothing_to_say(message: Path) -> None:
    """In no session, and in a rebase, nothing is left for the hook behind the editor."""
    message.write_text("\n# c\n")
    run(message, "", PREPARE, session="")
    (message.parent / "rebase-merge").mkdir()
    run(message, "", PREPARE)
    assert sorted(os.listdir(message.parent)) == ["COMMIT_EDITMSG", "rebase-merge"]


def test_the_note_of_a_commit_that_ended_early(message: Path) -> None:
    """The next commit takes it away, whatever that is."""
    message.write_text("\n# c\n")
    run(message, "", PREPARE)
    message.write_text("Merge\n")
    assert run(message, "merge", PREPARE) == "Merge\n"
    assert run(message, "", BEHIND) == "Merge\n"


def test_a_git_that_says_nothing(message: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it cannot be asked, only a title is stamped: there is nothing to be asked about."""
    monkeypatch.setattr(git, "ask", lambda words, data=b"": None)
    message.write_text("a\n")
    assert run(message) == f"a\n\n{BLOCK}\n"
    message.write_text("a\n\nb\n")
    assert run(message) == "a\n\nb\n"


def test_a_git_that_stops_answering(message: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it no longer confirms is not written."""
    answers = iter([[b"Refs: 7"], None, [b"Refs: 7"], [b"Refs: 7", b"x", b"y", b"z", b"w"], [b"Refs: 7"], [b"Refs: 8"]])
    monkeypatch.setattr(git, "trailers", lambda text: next(answers))
    monkeypatch.setattr(git, "settings", lambda pattern: {"trailer.separators": b":"})
    message.write_text("a\n\nRefs: 7\n")
    for _ in range(3):
        assert run(message) == "a\n\nRefs: 7\n"


def test_a_file_that_cannot_be_written(message: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays as it was."""
    monkeypatch.setattr(stamping, "put", lambda *args: False)
    message.write_text("a\n")
    assert run(message) == "a\n"
