"""Where git says that hooks lie, and who said so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import HooksUnusable
from tallystick.host import git_repository
from tests.commits.repositories import Repository


def test_the_usual_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below git's own folder, which all work trees share."""
    repository = Repository(tmp_path / "r")
    (repository.folder / "deep").mkdir()
    monkeypatch.chdir(repository.folder / "deep")
    found = git_repository.current()
    assert (found.top, found.common) == (str(repository.folder), str(repository.folder / ".git"))
    assert found.hooks == found.own_hooks == str(repository.folder / ".git" / "hooks")
    assert (found.scope, found.origin) == ("", "")


def test_another_place(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By core.hooksPath, which counts from the top of the work tree; the file that sets it is named."""
    repository = Repository(tmp_path / "r")
    (repository.folder / "deep").mkdir()
    monkeypatch.chdir(repository.folder / "deep")
    repository.git("config", "core.hooksPath", ".hooks")
    found = git_repository.current()
    assert (found.hooks, found.scope) == (str(repository.folder / ".hooks"), "local")
    assert not found.tracks(found.hooks)
    repository.change("deep/../a")
    (repository.folder / ".hooks").mkdir()
    repository.change(".hooks/x")
    assert found.tracks(found.hooks)
    assert not found.tracks(str(tmp_path))
    repository.git("config", "--unset", "core.hooksPath")
    repository.git("config", "--global", "core.hooksPath", "~/hooks")
    found = git_repository.current()
    assert (found.hooks, found.scope, found.origin) == (str(home / "hooks"), "global", str(home / ".gitconfig"))


def test_where_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No repository, one without a work tree, no git: one line says which."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HooksUnusable, match=r"no work tree of git here .*not a git repository.*: change into one"):
        git_repository.current()
    Repository(tmp_path / "r").git("init", "-q", "--bare", str(tmp_path / "bare"))
    monkeypatch.chdir(tmp_path / "bare")
    with pytest.raises(HooksUnusable, match="must be run in a work tree"):
        git_repository.current()
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(HooksUnusable, match="git cannot be run"):
        git_repository.current()
