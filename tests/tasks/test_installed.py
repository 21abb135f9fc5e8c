"""What doctor says of status lines: whose it is, and whether ours would print one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tallystick.host import environment, stub
from tallystick.host.environment import Surroundings, stub_path
from tallystick.tasks.install import install
from tallystick.tasks.installed import remarks
from tests.histories import surroundings
from tests.tasks.test_install import THEIRS, lay, tree

RUNS = "~/.claude/settings.json runs tally's"
MENDS = "! it prints no figures: tally install statusline mends it"


def said(place: Surroundings) -> list[str]:
    """Each remark, warnings with a mark."""
    found = list(remarks(place))
    assert {remark.about for remark in found} == {"status line"}
    return [("! " if remark.is_warning else "") + remark.text for remark in found]


@pytest.fixture
def works(monkeypatch: pytest.MonkeyPatch) -> None:
    """A status line that prints a line."""
    monkeypatch.setattr(stub, "try_out", lambda words: (0, "Opus 5.5\n"))


@pytest.mark.parametrize("content", [None, "", "{}", '{"statusLine": null}'])
def test_none_yet(tmp_path: Path, content: str | None) -> None:
    """A hint, no warning; and a look makes nothing."""
    place, _ = lay(tmp_path, content)
    before = tree(tmp_path)

    assert ["not installed: tally install statusline shows it in Claude Code"] == said(place)
    assert before == tree(tmp_path)


@pytest.mark.usefixtures("works")
def test_ours(tmp_path: Path) -> None:
    """One line where all is well."""
    place, _ = lay(tmp_path, "{}")
    install(place)

    assert [RUNS] == said(place)


def test_theirs(tmp_path: Path) -> None:
    """Named, with the way to ours."""
    place, _ = lay(tmp_path, f'{{"statusLine": {THEIRS}}}')

    assert [
        "~/.claude/settings.json has another tool's (node x.js); tally install statusline --replace remembers it"
    ] == said(place)


@pytest.mark.usefixtures("works")
def test_a_client_that_shows_none(tmp_path: Path) -> None:
    """Because of a setting of its own."""
    place, _ = lay(tmp_path, '{"disableAllHooks": true}')
    install(place)

    assert [RUNS, "! ~/.claude/settings.json has disableAllHooks, so the client shows no status line"] == said(place)


def test_settings_that_cannot_be_read(tmp_path: Path) -> None:
    """Their fault with its place; the other folder is looked at all the same."""
    place, path = lay(tmp_path, "{,}")
    other = tmp_path / ".config" / "claude" / "settings.json"
    other.parent.mkdir(parents=True)
    other.write_text(f'{{"statusLine": {THEIRS}}}', "utf-8")
    first, second = said(place)

    assert first.startswith(f"! {path}, line 1, column 2: ',' where a key in double quotes is expected; nothing was")
    assert second.startswith("~/.config/claude/settings.json has another tool's (node x.js);")


def test_a_program_that_is_missing(tmp_path: Path) -> None:
    """The next render writes it again; until then it is missing."""
    place, _ = lay(tmp_path, "{}")
    os.unlink(install(place).stub)

    assert [
        RUNS,
        "! its program ~/root/statusline/run is missing: tally install statusline writes it again",
    ] == said(place)


@pytest.mark.usefixtures("works")
def test_another_root_folder(tmp_path: Path) -> None:
    """Its program is tried, and named."""
    place, _ = lay(tmp_path, "{}")
    install(place)
    other = Surroundings(str(tmp_path / "other"), None, place.environ, 0)

    runs, named = said(other)

    assert RUNS == runs
    assert named == "it is that of another root folder: ~/root/statusline/run"


@pytest.mark.usefixtures("works")
def test_another_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is still there, so that this one did not take it over by itself."""
    place, _ = lay(tmp_path, "{}")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(environment, "__version__", "0.0.1")
        install(place)

    assert [RUNS, "another installation of tally draws it: tally install statusline lets this one do so"] == said(place)


@pytest.mark.parametrize("outcome", [(1, "Opus"), (0, " \n"), (0, f"{stub.GONE}\n")])
def test_a_line_without_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: tuple[int, str]) -> None:
    """Tried as the client tries it."""
    place, _ = lay(tmp_path, "{}")
    install(place)
    monkeypatch.setattr(stub, "try_out", lambda words: outcome)

    assert [RUNS, MENDS] == said(place)


def test_an_installation_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real program, of a Python that is no more."""
    place, _ = lay(tmp_path, "{}")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))
    install(place)

    assert [RUNS, MENDS] == said(place)
    assert os.path.exists(stub_path(place.root))


def test_the_folders_that_are_named(tmp_path: Path) -> None:
    """Each of them, and no other."""
    lay(tmp_path, f'{{"statusLine": {THEIRS}}}')

    assert ["not installed: tally install statusline shows it in Claude Code"] == said(
        surroundings(tmp_path, tmp_path / "one", tmp_path / "two")
    )
