"""The files around a compiled prompt: read whole or refused by name, written inside the project or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.accounting.instructions import SECTIONS
from tallystick.errors import NotFound, UsageError
from tallystick.host import instruction_files as files


def test_the_sections_that_come_with_tally() -> None:
    """Nine, each with words, none with a heading of its own, all of them some six kilobytes: they are read each time."""
    found = files.bodies()
    assert list(found) == list(SECTIONS)
    assert all(300 < len(body) < 1000 and not body.startswith("#") and body.endswith("\n") for body in found.values())
    assert sum(map(len, found.values())) < 7000


def test_projects(tmp_path: Path) -> None:
    """A folder, by its own path; a file, or nothing, is none."""
    (tmp_path / "app").mkdir()
    (tmp_path / "link").symlink_to("app")
    assert files.find_project(str(tmp_path / "link")) == str(tmp_path / "app")
    with pytest.raises(NotFound, match="there is no such folder"):
        files.find_project(str(tmp_path / "none"))


def test_a_project_s_own_words(tmp_path: Path) -> None:
    """None are no fault; what cannot be read is, by name."""
    path = tmp_path / "CLAUDE.md"
    assert files.own_text(str(tmp_path)) == (str(path), "")
    path.write_text("# Git\n")
    assert files.own_text(str(tmp_path)) == (str(path), "# Git\n")
    path.write_bytes(b"a\xff")
    with pytest.raises(UsageError, match=r"CLAUDE\.md: is not UTF-8 text \(byte 1\); save it as such"):
        files.own_text(str(tmp_path))
    path.write_bytes(b"a" * (1 << 20) + b"b")
    with pytest.raises(UsageError, match="is larger than 1 MiB"):
        files.own_text(str(tmp_path))
    path.unlink()
    path.symlink_to("nowhere")
    with pytest.raises(UsageError, match=r"cannot be read \(No such file or directory\)"):
        files.own_text(str(tmp_path))
    path.unlink()
    path.mkdir()
    with pytest.raises(UsageError, match=r"cannot be read \(Is a directory\)"):
        files.own_text(str(tmp_path))


def test_agents(tmp_path: Path) -> None:
    """Of folders below too, in one order; files of another kind are none."""
    folder = tmp_path / ".claude" / "agents"
    (folder / "more").mkdir(parents=True)
    for name in ("b.md", "a.md", "more/c.md", "notes.txt"):
        (folder / name).write_text(name)
    assert list(files.agent_files(str(tmp_path))) == [("a", "a.md"), ("b", "b.md"), ("c", "more/c.md")]
    (folder / "a.md").write_bytes(b"\xff")
    with pytest.raises(UsageError, match=r"agents/a\.md: is not UTF-8 text"):
        list(files.agent_files(str(tmp_path)))


def test_names_at_the_top(tmp_path: Path) -> None:
    """Files alone."""
    (tmp_path / "go.mod").touch()
    (tmp_path / "folder").mkdir()
    assert files.top_names(str(tmp_path)) == ["go.mod"]


def test_what_is_written(tmp_path: Path) -> None:
    """For this user alone, and not for git; a .gitignore that is there stays as it is."""
    path = Path(files.put(str(tmp_path), "app-1f", files.NAME, b"text"))
    top = tmp_path / ".tallystick"
    assert path == top / "sessions" / "app-1f" / "INSTRUCTIONS-COMPILED.md"
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"text", 0o600)
    assert (top / ".gitignore").read_text() == "*\n"
    (top / ".gitignore").write_text("sessions/\n")
    files.put(str(tmp_path), "app-1f", files.NAME, b"more")
    assert (path.read_bytes(), (top / ".gitignore").read_text()) == (b"more", "sessions/\n")


@pytest.mark.parametrize("name", [".tallystick", ".tallystick/sessions", ".tallystick/sessions/s"])
def test_folders_that_lead_elsewhere(name: str, tmp_path: Path) -> None:
    """A link that came with a repository writes nothing anywhere."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "app" / name).parent.mkdir(parents=True)
    (tmp_path / "app" / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="is a link, and may lead out of the project"):
        files.put(str(tmp_path / "app"), "s", files.NAME, b"text")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_old_launches(tmp_path: Path) -> None:
    """Prompts older than thirty days go, with their folder; others, foreign files and the one in use stay."""
    day = 86_400
    files.prune(str(tmp_path), 0, "")
    for scope, age in (("new", 29), ("old", 31), ("mine", 31), ("mixed", 31)):
        path = files.put(str(tmp_path), scope, files.NAME, b"text")
        os.utime(path, (100 * day - age * day,) * 2)
    files.put(str(tmp_path), "old", files.RECORD, b"{}")
    sessions = tmp_path / ".tallystick" / "sessions"
    (sessions / "mixed" / "notes").touch()
    (sessions / "empty").mkdir()
    files.prune(str(tmp_path), 100 * day, "mine")
    assert sorted(one.name for one in sessions.iterdir()) == ["empty", "mine", "mixed", "new"]
    assert [one.name for one in (sessions / "mixed").iterdir()] == ["notes"]


def test_a_folder_that_has_been_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shell may still stand in it."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    with pytest.raises(NotFound, match="has been removed; change into"):
        files.find_project(".")
