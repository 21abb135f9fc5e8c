"""Installing hooks and taking them out: all of it or the reason, and the bytes that were there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.errors import HooksUnusable
from tallystick.host import hook_files
from tallystick.host.environment import Surroundings
from tallystick.model import installing
from tallystick.model.hooking import Hooking
from tallystick.tasks import git_hooks
from tests.commits.repositories import Repository

BOTH = ["prepare-commit-msg", "commit-msg"]


@pytest.fixture
def place(home: Path) -> Surroundings:
    """A root folder."""
    return Surroundings(str(home / "root"), None, {}, 0)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository, which is the current folder."""
    made = Repository(tmp_path / "r")
    monkeypatch.chdir(made.folder)
    return made


def tree(repository: Repository) -> dict[str, bytes]:
    """Every hook."""
    return {one.name: one.read_bytes() for one in repository.hooks.iterdir()}


def about(done: Hooking) -> tuple[object, ...]:
    """What was done."""
    return (done.outcome, done.written, done.kept, done.back, done.out)


def test_there_and_back(repository: Repository, place: Surroundings) -> None:
    """Twice there, twice back; a hook that was there is kept and put back, and nothing is done in a dry run."""
    (repository.hooks / "commit-msg").write_text("#!/bin/sh\n")
    before = tree(repository)
    expected: tuple[object, ...] = (installing.INSTALLED, BOTH, ["commit-msg"], [], [])
    assert about(git_hooks.install(place, dry_run=True)) == expected
    assert tree(repository) == before
    assert not Path(place.root).exists()
    assert about(git_hooks.install(place)) == expected
    installed = tree(repository)
    assert about(git_hooks.install(place)) == (installing.ALREADY, [], ["commit-msg"], [], [])
    assert tree(repository) == installed
    expected = (installing.REMOVED, [], [], ["commit-msg"], ["prepare-commit-msg"])
    assert about(git_hooks.uninstall(dry_run=True)) == expected
    assert tree(repository) == installed
    assert about(git_hooks.uninstall()) == expected
    assert tree(repository) == before
    assert about(git_hooks.uninstall()) == (installing.NOTHING, [], [], [], [])


def test_without_a_folder_of_hooks(repository: Repository, place: Surroundings) -> None:
    """It is made."""
    for one in repository.hooks.iterdir():
        one.unlink()
    repository.hooks.rmdir()
    git_hooks.install(place)
    assert sorted(tree(repository)) == sorted(BOTH)


def test_another_root(repository: Repository, place: Surroundings, home: Path) -> None:
    """Hooks of ours for another root folder, or half of them, become current."""
    git_hooks.install(Surroundings(str(home / "other"), None, {}, 0))
    (repository.hooks / "commit-msg").unlink()
    assert about(git_hooks.install(place)) == (installing.RENEWED, BOTH, [], [], [])
    assert about(git_hooks.install(place))[0] == installing.ALREADY


def test_hooks_path_that_was_set_since(repository: Repository, place: Surroundings) -> None:
    """What lies in git's own folder goes too."""
    git_hooks.install(place)
    repository.git("config", "core.hooksPath", ".hooks")
    assert about(git_hooks.uninstall()) == (installing.REMOVED, [], [], [], BOTH)


def refused(repository: Repository, place: Surroundings, words: str) -> None:
    """The installation says why not, and leaves everything as it is."""
    before = tree(repository)
    with pytest.raises(HooksUnusable, match=words):
        git_hooks.install(place)
    assert tree(repository) == before


def test_what_belongs_to_others(repository: Repository, place: Surroundings, home: Path) -> None:
    """Hooks of managers, of all repositories, of everybody who works on this one: with what to do instead."""
    (repository.hooks / "commit-msg").write_text("#!/bin/sh\nlefthook run commit-msg\n")
    refused(repository, place, "commit-msg: belongs to lefthook; .*--hook commit-msg --message-file")
    (repository.hooks / "commit-msg").unlink()
    repository.git("config", "core.hooksPath", ".husky/_")
    refused(repository, place, "belongs to husky; nothing was changed: let it run  tally commit-trailers")
    repository.git("config", "core.hooksPath", ".hooks")
    (repository.folder / ".hooks").mkdir()
    repository.change(".hooks/pre-push")
    refused(repository, place, "is part of what the repository keeps")
    repository.git("config", "--unset", "core.hooksPath")
    repository.git("config", "--global", "core.hooksPath", str(home / "hooks"))
    refused(repository, place, r"holds the hooks of all your repositories \(core.hooksPath in .*\.gitconfig\)")


def test_a_name_that_is_taken(repository: Repository, place: Surroundings) -> None:
    """Where the kept name is in use the hook that is there could not be kept."""
    (repository.hooks / "commit-msg").write_text("x")
    (repository.hooks / "commit-msg.before-tally").write_text("y")
    refused(repository, place, "commit-msg.before-tally: is in the way")


def test_an_edited_hook(repository: Repository, place: Surroundings) -> None:
    """What somebody added to ours is not thrown away."""
    git_hooks.install(place)
    hook = repository.hooks / "commit-msg"
    hook.write_bytes(hook.read_bytes() + b"echo mine\n")
    before = tree(repository)
    with pytest.raises(HooksUnusable, match="was edited since; nothing was changed"):
        git_hooks.uninstall()
    assert tree(repository) == before


@pytest.mark.parametrize("number", [0, 1])
def test_a_disk_that_is_full(
    number: int, repository: Repository, place: Surroundings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first hook is taken back when the second one cannot be written."""
    (repository.hooks / "prepare-commit-msg").write_text("x")
    left, put = [number], hook_files.put

    def failing(slot: hook_files.Slot, root: str) -> None:
        if not left[0]:
            raise OSError(28, "No space left on device")
        left[0] -= 1
        put(slot, root)

    monkeypatch.setattr(hook_files, "put", failing)
    refused(repository, place, r"cannot be written \(No space left on device\); nothing was changed")
