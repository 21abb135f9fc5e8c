"""What is said of the hooks of the current repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.host.environment import Surroundings, commit_stub_path, installation
from tallystick.tasks import git_hooks, hooked
from tests.commits.repositories import Repository

HINT = "tally install git-hook"


@pytest.fixture
def place(home: Path) -> Surroundings:
    """A root folder in a home."""
    return Surroundings(str(home / "root"), None, {"HOME": str(home)}, 0)


def said(place: Surroundings) -> list[str]:
    """The remarks; a warning with a mark."""
    return [("! " if one.is_warning else "") + one.text for one in hooked.remarks(place)]


def test_outside_of_a_repository(place: Surroundings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing to look at."""
    monkeypatch.chdir(tmp_path)
    expected = f"no repository here: {HINT}, run in one, puts what a session spent on its commits"
    assert said(place) == [expected]


def test_in_a_repository(place: Surroundings, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not there, there, half there, without its program, of another installation, where git does not look."""
    repository = Repository(home / "r")
    monkeypatch.chdir(repository.folder)
    none = f"not in this repository: {HINT} puts what a session spent on its commits"
    assert said(place) == [none]
    git_hooks.install(place)
    whole = "~/r/.git/hooks has tally's hooks"
    assert said(place) == [whole]
    program = Path(commit_stub_path(place.root))
    program.write_text(program.read_text().replace(installation(), "# another"))
    assert said(place) == [whole, f"another installation of tally writes them: {HINT} lets this one do so"]
    program.unlink()
    assert said(place) == [whole, f"! their program ~/root/commits/run is missing: {HINT} writes it again"]
    (repository.hooks / "commit-msg").unlink()
    half = "hooks of tally's that are not whole or are of another root folder"
    assert said(place) == [f"! ~/r/.git/hooks has {half}: {HINT} mends them"]
    repository.git("config", "core.hooksPath", ".hooks")
    lost = "so git runs none of them"
    assert said(place) == [f"! ~/r/.git/hooks has tally's hooks, but core.hooksPath names ~/r/.hooks, {lost}"]
    (repository.hooks / "prepare-commit-msg").unlink()
    assert said(place) == [none]
    (repository.folder / ".hooks").mkdir()
    (repository.folder / ".hooks" / "commit-msg").symlink_to("x")
    assert said(place) == [f"{repository.folder}/.hooks/commit-msg: is a link, so it belongs to somebody else"]
