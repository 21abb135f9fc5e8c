"""Real machines: keys that sign, other kinds of repositories, disks that are full or shut. No commit fails for us."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.commits.repositories import FIGURES, Repository, set_figures
from tests.commits.test_places import write_hook


@pytest.fixture
def signer(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    """A repository whose commits a throwaway key signs. Its home is short: the agent's socket must fit into 108 bytes."""
    home = tempfile.mkdtemp(prefix="gpg")
    monkeypatch.setenv("GNUPGHOME", home)
    try:
        words = ["gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key", "Ada <ada@example.com>"]
        subprocess.run([*words, "ed25519", "sign", "never"], check=True, capture_output=True)
        repository.git("config", "user.signingKey", "ada@example.com")
        repository.git("config", "commit.gpgSign", "true")
        yield repository
    finally:
        subprocess.run(["gpgconf", "--kill", "all"], check=False, capture_output=True)
        shutil.rmtree(home, ignore_errors=True)


def is_signed(repository: Repository, revision: str = "HEAD") -> bool:
    """Whether gpg finds the key's good signature over all that a commit says."""
    repository.git("verify-commit", revision)
    assert b"\ngpgsig -----BEGIN PGP SIGNATURE-----\n" in repository.git("cat-file", "commit", revision)
    return repository.git("log", "-1", "--format=%G?", revision) in (b"G\n", b"U\n")


@pytest.mark.needs("gpg")
def test_a_key_that_signs(signer: Repository, home: Path) -> None:
    """The signature covers the block: on a commit, an amended one, a picked one and one of a merge it is good."""
    signer.commit("first")
    signer.git("branch", "side")
    signer.commit("a thing", "-s")
    assert is_signed(signer)
    assert signer.trailers() == ["Signed-off-by: Ada <ada@example.com>", *FIGURES]
    block = set_figures(home, 1000)
    signer.git("commit", "-q", "--amend", "--no-edit")
    assert is_signed(signer)
    assert signer.trailers() == ["Signed-off-by: Ada <ada@example.com>", *block]
    signer.git("checkout", "-q", "side")
    signer.commit("elsewhere", name="b")
    signer.git("cherry-pick", "main")
    assert is_signed(signer)
    assert signer.trailers() == ["Signed-off-by: Ada <ada@example.com>", *block]
    signer.git("merge", "-q", "--no-ff", "-m", "Merge", "main", "-X", "ours")
    assert is_signed(signer)
    assert signer.trailers() == []


@pytest.mark.needs("gpg")
def test_a_key_that_is_gone(signer: Repository) -> None:
    """Git itself refuses to commit without its signature; nothing of ours is left lying about."""
    signer.commit("first")
    signer.git("config", "user.signingKey", "nobody@example.com")
    signer.change()
    signer.git("commit", "-q", "-m", "a thing", code=128)
    signer.git("commit", "-q", "-m", "a thing", "--no-gpg-sign")
    assert signer.trailers() == FIGURES


def walk(repository: Repository, home: Path) -> None:
    """A commit, an amended one, a pick that conflicts and goes on, a revert, a rebase."""
    assert repository.install() == 0
    repository.commit("first")
    repository.git("branch", "side")
    repository.commit("a thing")
    assert repository.trailers() == FIGURES
    block = set_figures(home, 1000)
    repository.git("commit", "-q", "--amend", "--no-edit")
    assert repository.trailers() == block
    repository.git("checkout", "-q", "side")
    repository.commit("elsewhere")
    repository.git("cherry-pick", "main", code=1)
    (repository.folder / "a").write_text("mended\n")
    repository.git("add", "a")
    block = set_figures(home, 2000)
    repository.git("cherry-pick", "--continue")
    assert repository.trailers() == block
    repository.git("revert", "--no-edit", "HEAD")
    assert repository.message().startswith(b'Revert "a thing"\n')
    assert repository.trailers() == block
    before = repository.message()
    repository.git("commit", "-q", "--allow-empty", "-m", "plain", session=None)
    repository.git("rebase", "-q", "--force-rebase", "HEAD~2")
    assert repository.message("HEAD~1") == before


def test_names_of_sha256(tmp_path: Path, transcript: Path, home: Path) -> None:
    """A repository whose objects have longer names."""
    repository = Repository(tmp_path / "long", "--object-format=sha256")
    walk(repository, home)
    assert len(repository.git("rev-parse", "HEAD").strip()) == 64


def test_references_in_tables(tmp_path: Path, transcript: Path, home: Path) -> None:
    """A repository that keeps no file for a pick under way; git knows such from 2.45 on."""
    made = subprocess.run(
        ["git", "init", "-q", "--ref-format=reftable", str(tmp_path / "probe")], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("this git knows no tables of references; tests/commits/test_git.py says what is asked there")
    walk(Repository(tmp_path / "tables", "--ref-format=reftable"), home)


# Root may write anywhere; without these rights it may write what it owns and is allowed to.
BOUND = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")


@pytest.mark.needs("setpriv")
def test_a_state_that_really_cannot_be_written(repository: Repository, home: Path) -> None:
    """Not by root either: the block is written, since stamping writes nothing but the message."""
    before = BOUND if os.geteuid() == 0 else ()
    folders = [one for one in [home / "root", *(home / "root").rglob("*")] if one.is_dir()]
    for folder in folders:
        folder.chmod(0o500)
    try:
        tried = subprocess.run([*before, "touch", str(home / "root" / "usage" / "x")], capture_output=True, check=False)
        assert tried.returncode == 1
        repository.change()
        repository.git("commit", "-q", "-m", "a thing", before=before)
        assert repository.trailers() == FIGURES
        for folder in folders:
            folder.chmod(0)
        repository.change()
        repository.git("commit", "-q", "-m", "unseen", before=before)
        assert repository.message() == b"unseen\n"  # what cannot be read is unknown, and so is the program to run
    finally:
        for folder in folders:
            folder.chmod(0o700)


@pytest.mark.needs("setpriv")
def test_hooks_that_cannot_be_put_in(bare: Repository, home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """One line says so, and nothing is left in the folder."""
    program = home / "tally"
    source = Path(__file__).parents[2] / "src"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={source} exec {shutil.which("python3")} -m tallystick "$@"\n')
    program.chmod(0o755)
    bare.hooks.chmod(0o500)
    present = sorted(one.name for one in bare.hooks.iterdir())
    before = BOUND if os.geteuid() == 0 else ()
    try:
        done = subprocess.run(
            [*before, program, "install", "git-hook"], cwd=bare.folder, capture_output=True, check=False
        )
    finally:
        bare.hooks.chmod(0o700)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1)
    assert b"Permission denied" in done.stderr
    assert sorted(one.name for one in bare.hooks.iterdir()) == present
    bare.commit("a thing")
    assert bare.message() == b"a thing\n"


@contextmanager
def disk(place: Path, size: str) -> Iterator[Path]:
    """A file system of its own, where we may make one."""
    place.mkdir(parents=True)
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("only root may make a disk; a limit on files and shut folders stand in for it")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.needs("mount")
def test_a_disk_that_is_full(tmp_path: Path, transcript: Path) -> None:
    """Full from before our hook until behind it: the message is what git was given, and the commit is made."""
    with disk(tmp_path / "small", "1m") as place:
        repository = Repository(place / "repository")
        fill = "dd if=/dev/zero of=.git/fill bs=4096 count=9999 2>/dev/null\ntest $(stat -f -c %f .git) -eq 0 || exit 9"
        write_hook(repository.hooks / "prepare-commit-msg", fill)
        write_hook(repository.hooks / "commit-msg", "rm .git/fill; grep -c Tokens .git/COMMIT_EDITMSG >.git/seen; :")
        assert repository.install() == 0
        repository.commit("a thing")
        assert repository.message() == b"a thing\n"
        assert (repository.folder / ".git" / "seen").read_text() == "0\n"
        assert [one.name for one in (repository.folder / ".git").glob("*.new")] == []
        assert repository.tally("uninstall", "git-hook") == 0
        for name in ("prepare-commit-msg", "commit-msg"):
            (repository.hooks / name).unlink()
        assert repository.install() == 0
        repository.commit("another")
        assert repository.trailers() == FIGURES


@pytest.mark.needs("mount")
def test_no_room_for_hooks(tmp_path: Path, transcript: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit 1, and no half of a hook."""
    with disk(tmp_path / "small", "1m") as place:
        repository = Repository(place / "repository")
        present = sorted(one.name for one in repository.hooks.iterdir())
        with (place / "fill").open("wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass
        assert repository.install() == 1
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert "No space left on device" in said.err
        assert sorted(one.name for one in repository.hooks.iterdir()) == present


@pytest.mark.needs("mount")
def test_a_root_on_a_disk_that_is_shut(repository: Repository, home: Path, tmp_path: Path) -> None:
    """Read-only as mounted, for root too: commits carry their block; another installation is one line."""
    with disk(tmp_path / "shut", "4m") as place:
        shutil.copytree(home / "root", place / "root")
        shutil.rmtree(home / "root")
        (home / "root").symlink_to(place / "root")
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        assert not os.access(place / "root", os.W_OK)
        repository.commit("a thing")
        assert repository.trailers() == FIGURES
        repository.git("commit", "-q", "--amend", editor="sed -i -e '1s/^/typed /'")
        assert repository.message().startswith(b"typed a thing\n\nTokens-In: 6030\n")


def test_a_file_that_may_not_grow(bare: Repository) -> None:
    """A limit on the size of files, as a full disk is: the commit is made as it was."""
    assert bare.install() == 0
    hook = bare.hooks / "prepare-commit-msg"
    hook.write_text(hook.read_text().replace("hook=p", "ulimit -f 0\nhook=p"))
    assert "ulimit" in hook.read_text()
    bare.commit("a thing")
    assert bare.message() == b"a thing\n"
    hook.write_text(hook.read_text().replace("ulimit -f 0\n", ""))
    bare.commit("another")
    assert bare.trailers() == FIGURES
