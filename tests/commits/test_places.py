"""Where a repository has its hooks, who else has hooks there, and what becomes of ours when something goes."""

from __future__ import annotations

import shutil
import stat
import sys
from pathlib import Path

import pytest

from tallystick.host.hook_files import CALL, NAMES
from tests.commits.repositories import FIGURES, OTHERS, Repository, with_block

SOURCE = Path(__file__).parents[2] / "src"
ALLOW = ("-c", "protocol.file.allow=always")


def write_hook(path: Path, text: str) -> bytes:
    """A hook of somebody else; return its bytes."""
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o750)
    return path.read_bytes()


def test_a_worktree(repository: Repository, tmp_path: Path) -> None:
    """It has the repository's hooks, and its own marks of what it is in the middle of."""
    repository.commit("begin")
    repository.git("worktree", "add", "-q", str(tmp_path / "tree"), "-b", "tree")
    tree = Repository(tmp_path / "tree", make=False)
    tree.commit("aside", name="b")
    assert tree.trailers() == FIGURES
    tree.change("b")
    tree.git("commit", "-q", editor="sed -i -e '1s/^/typed/'")
    assert tree.trailers() == FIGURES
    repository.commit(with_block("onward", OTHERS), name="c", session=None)
    tree.git("cherry-pick", "main")
    assert tree.trailers() == FIGURES
    before = tree.message("HEAD~1")
    tree.git("rebase", "-q", "--force-rebase", "HEAD~2")
    assert tree.message("HEAD~1") == before
    assert tree.tally("uninstall", "git-hook") == 0
    repository.commit("plain")
    assert repository.trailers() == []


def test_a_submodule(bare: Repository, tmp_path: Path) -> None:
    """It is a repository of its own, with hooks of its own, in its parent's folder."""
    other = Repository(tmp_path / "other")
    other.commit("begin", session=None)
    bare.git(*ALLOW, "submodule", "add", "-q", str(other.folder), "inner", session=None)
    inner = Repository(bare.folder / "inner", make=False)
    assert inner.install() == 0
    inner.commit("within")
    assert inner.trailers() == FIGURES
    bare.git("commit", "-q", "-a", "-m", "outer")
    assert bare.trailers() == []
    assert (bare.folder / ".git" / "modules" / "inner" / "hooks" / "commit-msg").exists()


def test_from_a_folder_below(bare: Repository) -> None:
    """Installed and committed anywhere in the work tree."""
    (bare.folder / "deep" / "er").mkdir(parents=True)
    below = Repository(bare.folder / "deep" / "er", make=False)
    assert below.install() == 0
    below.commit("from below")
    assert below.trailers() == FIGURES


def test_hooks_elsewhere(bare: Repository, tmp_path: Path) -> None:
    """With core.hooksPath they go where git looks, an absolute folder or one of the work tree that it does not keep."""
    for place, folder in ((str(tmp_path / "hooks"), tmp_path / "hooks"), (".hooks", bare.folder / ".hooks")):
        bare.git("config", "core.hooksPath", place)
        assert bare.install() == 0
        bare.commit("a thing")
        assert bare.trailers() == FIGURES
        assert bare.tally("uninstall", "git-hook") == 0
        assert list(folder.iterdir()) == []


def test_hooks_that_were_there(bare: Repository) -> None:
    """They run first, with git's words, and can stop the commit; afterwards they are back to the byte."""
    prepare = write_hook(
        bare.hooks / "prepare-commit-msg", 'printf "Seen: $2 $3\\n" >>.git/seen; echo "Refs: 7" >>"$1"'
    )
    check = write_hook(bare.hooks / "commit-msg", 'grep -q "^Tokens-In" "$1" || exit 9; ! grep -q bad "$1"')
    assert bare.install() == 0
    bare.commit("a thing\n\nSigned-off-by: Ada")
    assert bare.trailers() == ["Signed-off-by: Ada", "Refs: 7", *FIGURES]
    bare.git("commit", "-q", "--amend", "--no-edit", "-m", "bad", code=1)
    assert (bare.folder / ".git" / "seen").read_text() == "Seen: message \nSeen: message \n"
    assert bare.tally("uninstall", "git-hook") == 0
    for name, data in (("prepare-commit-msg", prepare), ("commit-msg", check)):
        assert (bare.hooks / name).read_bytes() == data
        assert stat.S_IMODE((bare.hooks / name).stat().st_mode) == 0o750
    assert [one for one in bare.hooks.iterdir() if "tally" in one.name] == []


def test_a_hook_that_adds_trailers_behind_us(bare: Repository) -> None:
    """As Gerrit's does: its line joins ours, and both are seen."""
    write_hook(
        bare.hooks / "commit-msg",
        'git interpret-trailers --in-place --if-exists doNothing --trailer "Change-Id: I1" "$1"',
    )
    assert bare.install() == 0
    bare.commit("a thing")
    assert bare.trailers() == [*FIGURES, "Change-Id: I1"]
    bare.change()
    bare.git("commit", "-q", editor="sed -i -e '1s/^/typed/'")
    assert bare.trailers() == ["Change-Id: I1", *FIGURES]
    bare.git("commit", "-q", "--amend", "--no-edit")
    assert sorted(bare.trailers()) == sorted(["Change-Id: I1", *FIGURES])


def test_a_hook_that_is_switched_off(bare: Repository) -> None:
    """A hook that git does not run because it may not be executed is not run by us either."""
    write_hook(bare.hooks / "prepare-commit-msg", "exit 1")
    (bare.hooks / "prepare-commit-msg").chmod(0o640)
    assert bare.install() == 0
    bare.commit("a thing")
    assert bare.trailers() == FIGURES
    assert bare.tally("uninstall", "git-hook") == 0
    assert stat.S_IMODE((bare.hooks / "prepare-commit-msg").stat().st_mode) == 0o640


def test_hooks_that_move_with_the_repository(repository: Repository, tmp_path: Path) -> None:
    """They find each other by where they stand."""
    write_hook(repository.hooks / "prepare-commit-msg.before-tally", 'echo "Refs: 7" >>"$1"')
    repository.folder.rename(tmp_path / "moved")
    moved = Repository(tmp_path / "moved", make=False)
    moved.commit("a thing\n\nSigned-off-by: Ada")
    assert moved.trailers() == ["Signed-off-by: Ada", "Refs: 7", *FIGURES]


def test_a_folder_with_odd_letters(tmp_path: Path, transcript: Path) -> None:
    """Spaces, quotes and letters of other languages in its path."""
    odd = Repository(tmp_path / 'it\'s a "r\u00e9po" $HOME')
    assert odd.install() == 0
    odd.commit("a thing")
    odd.change()
    odd.git("commit", "-q", editor="sed -i -e '1s/^/typed/'")
    assert odd.trailers() == odd.trailers("HEAD~1") == FIGURES


@pytest.mark.parametrize("what", ["program", "python", "root"])
def test_a_tool_that_has_gone(what: str, repository: Repository, home: Path) -> None:
    """The commit succeeds, and silently."""
    program = home / "root" / "commits" / "run"
    if what == "program":
        program.unlink()
    elif what == "root":
        shutil.rmtree(home / "root")
    else:
        program.write_text(program.read_text().replace("python=", "python=/nowhere"))
    environ = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
    repository.change()
    repository.git("commit", "-q", "-m", "a thing", environ=environ)
    repository.git("commit", "-q", "--amend", "--no-edit", environ=environ)
    repository.git("commit", "-q", "--amend", editor="sed -i -e '1s/^/typed /'", environ=environ)
    assert repository.message() == b"typed a thing\n"


def test_another_tally_steps_in(repository: Repository, home: Path, tmp_path: Path) -> None:
    """Where the Python that installed us has gone, any `tally` on the path does it, with the same words."""
    program = home / "root" / "commits" / "run"
    program.write_text(program.read_text().replace("python=", "python=/nowhere"))
    (tmp_path / "bin").mkdir()
    write_hook(tmp_path / "bin" / "tally", f'printf "%s|" "$@" >{tmp_path}/called')
    repository.change()
    repository.git("commit", "-q", "-m", "a", environ={"PATH": f"{tmp_path}/bin:/usr/local/bin:/usr/bin:/bin"})
    words = ["commit-trailers", "--hook", "prepare-commit-msg", "--message-file", ".git/COMMIT_EDITMSG"]
    assert (tmp_path / "called").read_text() == "|".join([*words, "--commit-source", "message", ""])


def test_a_program_that_is_broken(repository: Repository, home: Path) -> None:
    """Nothing that stands in its place stops a commit."""
    program = home / "root" / "commits" / "run"
    for text in (
        "if then (",
        "exit 7",
        "sh -c 'kill -9 $PPID'",
        "set -e; false",
        "echo loud; echo louder >&2; return 3",
    ):
        program.write_text(text)
        repository.commit(f"with {len(text)}")
        assert repository.trailers() == []


def test_skipping_one(repository: Repository) -> None:
    """A variable leaves one commit alone."""
    repository.change()
    repository.git("commit", "-q", "-m", "a thing", environ={"TALLY_SKIP_COMMIT_STATS": "1"})
    assert repository.message() == b"a thing\n"


def test_a_state_that_cannot_be_written(repository: Repository, home: Path) -> None:
    """Stamping writes nothing but the message: a root folder that is shut is no hindrance."""
    paths = [home / "root", *(home / "root").rglob("*")]
    for path in paths:
        path.chmod(0o500)
    try:
        repository.commit("a thing")
    finally:
        for path in paths:
            path.chmod(0o700)
    assert repository.trailers() == FIGURES


def test_a_transcript_of_two_hundred_megabytes(repository: Repository, transcript: Path) -> None:
    """Its end is read, and the block says so."""
    lines = transcript.read_bytes()
    with transcript.open("r+b") as file:
        file.seek(200 << 20)
        file.write(b"\n" + lines)
    repository.commit("a thing")
    window = "Tokens-Window: last 8 MiB of a larger transcript"
    assert repository.trailers() == [*FIGURES[:2], window, *FIGURES[2:]]


def test_a_time_that_is_over(repository: Repository, tmp_path: Path) -> None:
    """The commit goes on without a block when the budget is spent."""
    (tmp_path / "bin").mkdir()
    write_hook(tmp_path / "bin" / "git", 'case "$1" in config) exec sleep 60;; esac; exec /usr/bin/env -i false')
    real = shutil.which("git")
    hook = repository.hooks / "prepare-commit-msg"
    hook.write_text(
        hook.read_text().replace(
            "hook=p",
            f"PATH={tmp_path}/bin:$PATH TALLY_COMMIT_STATS_TIMEOUT=1\nexport PATH TALLY_COMMIT_STATS_TIMEOUT\nhook=p",
        )
    )
    repository.commit("a thing")
    assert real
    assert repository.message() == b"a thing\n"


@pytest.mark.parametrize("folder", [".husky/_", ".githooks"])
def test_a_manager_that_runs_us(folder: str, bare: Repository, home: Path, tmp_path: Path) -> None:
    """Where hooks belong to somebody else, the two lines that we name do what our own hooks do."""
    write_hook(tmp_path / "bin" / "tally", f'PYTHONPATH={SOURCE} exec {sys.executable} -m tallystick "$@"')
    bare.git("config", "core.hooksPath", folder)
    for name in NAMES:
        write_hook(bare.folder / folder / name, f"command -v tally >/dev/null && {CALL.format(name=name)}")
    environ = {"PATH": f"{tmp_path}/bin:/usr/local/bin:/usr/bin:/bin"}
    bare.change()
    bare.git("commit", "-q", "-m", "a thing", "-s", environ=environ)
    assert bare.trailers() == ["Signed-off-by: Ada <ada@example.com>", *FIGURES]
    bare.change()
    bare.git("commit", "-q", editor="sed -i -e '1s/^/typed/'", environ=environ)
    assert bare.trailers() == FIGURES
    bare.git("commit", "-q", "--amend", "--no-edit", environ=environ)
    assert bare.trailers() == FIGURES
    bare.change()
    bare.git("commit", "-q", code=1, environ=environ)
