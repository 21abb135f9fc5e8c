"""What the installed git is asked, and what its own files say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.commits import git
from tests.commits.repositories import Repository


def test_ask(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it prints, for more than a pipe takes at once; None where it fails or is not there."""
    monkeypatch.chdir(repository.folder)
    text = b"a\n\n" + b"prose\n" * 100_000 + b"\nRefs: 7\n"
    assert git.trailers(text) == [b"Refs: 7"]
    assert git.trailers(b"a") == []
    assert git.ask(["no-such-command"], text) is None
    monkeypatch.setenv("PATH", "/nowhere")
    before = set(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else set()
    assert git.ask(["version"]) is None
    assert git.trailers(b"a") is None
    assert before == (set(os.listdir("/proc/self/fd")) if before else set())


def test_settings(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last value of each, whole."""
    monkeypatch.chdir(repository.folder)
    assert git.settings("^core[.]commentchar$|^commit[.]cleanup$") == {}
    repository.git("config", "core.commentChar", ";")
    repository.git("config", "corexcommentchar.y", "no")
    repository.git("config", "--add", "commit.cleanup", "strip")
    repository.git("config", "--add", "commit.cleanup", "two\nlines")
    expected = {"core.commentchar": b";", "commit.cleanup": b"two\nlines"}
    assert git.settings("^core[.]commentchar$|^commit[.]cleanup$") == expected


@pytest.mark.parametrize("name", ["rebase-merge", "rebase-apply"])
def test_a_rebase(name: str, tmp_path: Path) -> None:
    """Its folder is there while it is under way."""
    assert not git.is_rebasing(os.fsencode(tmp_path))
    (tmp_path / name).mkdir()
    assert git.is_rebasing(os.fsencode(tmp_path))


@pytest.mark.parametrize("name", ["CHERRY_PICK_HEAD", "REVERT_HEAD"])
def test_a_pick(name: str, repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is there, or git says so where it keeps no files."""
    folder = os.fsencode(repository.folder / ".git")
    monkeypatch.chdir(repository.folder)
    repository.commit()
    assert not git.is_replaying(folder)
    (repository.folder / ".git" / "reftable").mkdir()
    assert not git.is_replaying(folder)
    repository.git("update-ref", name, "HEAD")
    assert git.is_replaying(folder)
    (repository.folder / ".git" / "reftable").rmdir()
    assert git.is_replaying(folder)


def test_the_folder_of_a_repository(tmp_path: Path) -> None:
    """Where the message lies, if that is one; else the one that is named."""
    message = os.fsencode(tmp_path / "COMMIT_EDITMSG")
    assert git.folder_of(message, None) == os.fsencode(tmp_path)
    assert git.folder_of(message, b"/named") == b"/named"
    assert git.folder_of(b"message", None) == b"."
    (tmp_path / "HEAD").touch()
    assert git.folder_of(message, b"/named") == os.fsencode(tmp_path)
    assert git.folder_of(b"a\0b/c", b"/named") == b"/named"
