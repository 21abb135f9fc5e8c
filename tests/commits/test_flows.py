"""What git does with commits that are there already: replayed ones keep their bytes, picked ones get this session's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commits.repositories import FIGURES, OTHERS, Repository, with_block


def lay_branches(repository: Repository) -> None:
    """`main` and `side` with three commits of another session each, the last one of which conflict."""
    repository.commit("begin", session=None)
    repository.git("branch", "side")
    for branch in ("main", "side"):
        repository.git("checkout", "-q", branch)
        for number in (1, 2):
            message = with_block(f"{branch} {number}\n\nWhy.", ["Refs: 7", *OTHERS])
            repository.commit(message, name=f"{branch}{number}", session=None)
        repository.change("both", f"{branch}\n")
        repository.git("commit", "-q", "-m", with_block(f"{branch} 3", OTHERS), session=None)
    repository.git("checkout", "-q", "main")


@pytest.fixture
def branches(repository: Repository) -> Repository:
    """A repository with two branches."""
    lay_branches(repository)
    return repository


def messages(repository: Repository, revisions: str) -> list[bytes]:
    """The messages of a range, the oldest first."""
    found = repository.git("rev-list", "--reverse", revisions, session=None).decode().split()
    return [repository.message(one) for one in found]


def test_cherry_pick(branches: Repository) -> None:
    """A picked commit is this session's work now: the block of the other one goes, every other trailer stays."""
    branches.git("cherry-pick", "side~2")
    assert branches.trailers() == ["Refs: 7", *FIGURES]
    branches.git("cherry-pick", "-x", "side~1")
    picked = f"(cherry picked from commit {branches.git('rev-parse', 'side~1').decode().strip()})"
    assert picked in branches.message().decode()
    assert branches.trailers() == ["Refs: 7", *FIGURES]  # git lists no line without a key


def test_cherry_pick_in_an_editor(branches: Repository) -> None:
    """Git says `merge` then."""
    branches.git("cherry-pick", "-e", "-s", "side~2")
    assert branches.trailers() == ["Refs: 7", "Signed-off-by: Ada <ada@example.com>", *FIGURES]


def test_cherry_pick_of_several(branches: Repository) -> None:
    """Each of them."""
    branches.git("cherry-pick", "side~3..side~1")
    assert [branches.trailers("HEAD~1"), branches.trailers()] == [["Refs: 7", *FIGURES]] * 2


def test_cherry_pick_in_no_session(branches: Repository) -> None:
    """It has no block: none is right where another one's is not."""
    branches.git("cherry-pick", "side~2", session=None)
    assert branches.message() == b"side 1\n\nWhy.\n\nRefs: 7\n"


@pytest.mark.parametrize("words", [("cherry-pick", "--continue"), ("commit", "-q", "--no-edit"), ("commit", "-q")])
def test_cherry_pick_with_a_conflict(words: tuple[str, ...], branches: Repository) -> None:
    """Above what git lists of the conflict."""
    branches.git("cherry-pick", "side", code=1)
    branches.change("both", "mended\n")
    branches.git(*words)
    assert branches.trailers() == FIGURES
    assert branches.message().startswith(with_block("side 3", FIGURES).encode())


def test_revert(branches: Repository) -> None:
    """A revert is this session's; of what it takes back it inherits nothing."""
    for words in (("--no-edit", "HEAD~1"), ("HEAD",), ("--no-commit", "HEAD")):
        branches.git("revert", *words)
        if "--no-commit" in words:
            branches.git("commit", "-q", "--no-edit")
        assert branches.trailers() == FIGURES
        assert branches.message().startswith(b"Re")


@pytest.mark.parametrize("words", [(), ("--apply",), ("--force-rebase",), ("--rebase-merges",), ("-i",)])
def test_rebase(words: tuple[str, ...], branches: Repository) -> None:
    """Every byte of what is replayed stays."""
    branches.git("reset", "-q", "--hard", "HEAD~1", session=None)
    before = messages(branches, "side..main")
    branches.git("rebase", *words, "side")
    assert messages(branches, "side..main") == before
    assert before[0].count(b"Tokens-In: 77") == 1


def test_rebase_with_a_conflict(branches: Repository) -> None:
    """Also where somebody goes on by hand."""
    before = messages(branches, "side..main")
    branches.git("rebase", "side", code=1)
    branches.change("both", "mended\n")
    branches.git("rebase", "--continue")
    assert messages(branches, "side..main") == before


@pytest.mark.parametrize("deed", ["reword", "edit", "squash", "fixup", "fixup -C"])
def test_interactive_rebase(deed: str, branches: Repository) -> None:
    """A rebase under way leaves every message as it is, whatever is done to the commits."""
    place = 1 if deed in {"reword", "edit"} else 2
    sequence = {"GIT_SEQUENCE_EDITOR": f"sed -i -e '{place}s/^pick/{deed}/'"}
    before = messages(branches, "HEAD~2..HEAD")
    branches.git("rebase", "-i", "HEAD~2", environ=sequence)
    if deed == "edit":
        branches.git("commit", "-q", "--amend", "--no-edit")
        branches.git("rebase", "--continue")
    after = messages(branches, "HEAD~1..HEAD" if place == 2 else "HEAD~2..HEAD")
    if deed == "squash":
        assert after == [before[0] + b"\n" + before[1]]
        assert branches.trailers() == OTHERS
    else:
        assert after == {"fixup": before[:1], "fixup -C": before[1:]}.get(deed, before)


def test_a_squashed_message_that_is_amended(branches: Repository) -> None:
    """It has one block then; a paragraph within that is a block goes too, one with other words in it stays."""
    branches.commit(with_block("onward", OTHERS), session=None)
    sequence = "sed -i -e '2,3s/^pick/squash/'"
    branches.git("rebase", "-i", "HEAD~3", environ={"GIT_SEQUENCE_EDITOR": sequence})
    branches.git("commit", "-q", "--amend", "--no-edit")
    first = with_block("main 2\n\nWhy.", ["Refs: 7", *OTHERS])
    assert branches.message() == with_block(f"{first}\n\nmain 3\n\nonward", FIGURES).encode() + b"\n"
    assert branches.trailers() == FIGURES


def test_autosquash(branches: Repository) -> None:
    """A commit that was folded into another one leaves nothing behind."""
    branches.change("main2", "mended\n")
    branches.git("commit", "-q", "--fixup", "HEAD~1")
    before = messages(branches, "HEAD~3..HEAD~1")
    branches.git("rebase", "-i", "--autosquash", "HEAD~3")
    assert messages(branches, "HEAD~2..HEAD") == before


def test_what_comes_behind_a_rebase(branches: Repository) -> None:
    """The next commit has its block again."""
    branches.git("rebase", "-i", "HEAD~2", environ={"GIT_SEQUENCE_EDITOR": "sed -i -e '1s/^pick/reword/'"})
    branches.commit("onward")
    assert branches.trailers() == FIGURES


def test_patches(branches: Repository, tmp_path: Path) -> None:
    """What comes as a patch keeps its message."""
    before = branches.message("side~1")
    branches.git("format-patch", "-q", "-1", "side~1", "-o", str(tmp_path / "patches"))
    branches.git("am", "-q", *map(str, (tmp_path / "patches").iterdir()))
    assert branches.message() == before


def test_notes_tags_and_stashes(branches: Repository) -> None:
    """They are no commits of this kind."""
    branches.git("notes", "add", "-m", "a note")
    branches.git("tag", "-a", "-m", "a tag", "v1")
    branches.change("main1", "later\n")
    branches.git("stash")
    for name in ("refs/notes/commits", "stash"):
        assert b"Tokens-In: 6030" not in branches.message(name)
    assert b"Tokens-In" not in branches.git("cat-file", "tag", "v1")
