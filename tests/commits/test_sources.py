"""Every word that git has for where a message comes from: the block is there exactly once, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commits.repositories import FIGURES, OTHERS, Repository, set_figures, with_block

STATUS = "sed -i -e '1s/^/typed/'"  # an editor that types a subject over git's comments


def test_message(repository: Repository) -> None:
    """A message on the command line, of one line or more."""
    repository.commit("a thing")
    assert repository.message() == ("a thing\n\n" + "\n".join(FIGURES) + "\n").encode()
    assert repository.trailers() == FIGURES

    repository.commit("a thing\n\nWhy: not a trailer\nbut prose.\n\nMore.")
    assert repository.trailers() == FIGURES
    assert repository.message().startswith(b"a thing\n\nWhy: not a trailer\nbut prose.\n\nMore.\n\nTokens-In: ")


def test_nothing_without_a_session(repository: Repository) -> None:
    """A commit of somebody who is in no session is left as it is."""
    repository.commit("a thing", session=None)
    assert repository.message() == b"a thing\n"
    repository.commit("a thing", session="not/a session")
    assert repository.message() == b"a thing\n"
    repository.commit("a thing", session="unknown")  # one of which nothing is known
    assert repository.message() == b"a thing\n"


def test_file_and_standard_input(repository: Repository, tmp_path: Path) -> None:
    """A message from a file or a pipe is a message."""
    (tmp_path / "message").write_text("from a file\n")
    repository.change()
    repository.git("commit", "-q", "-F", str(tmp_path / "message"))
    assert repository.trailers() == FIGURES
    repository.change()
    repository.git("commit", "-q", "-F", "-", stdin=b"from a pipe")
    assert repository.message() == b"from a pipe\n\n" + "\n".join(FIGURES).encode() + b"\n"


def test_sign_off_and_trailers(repository: Repository) -> None:
    """The block joins the paragraph that git takes for trailers, and every one of them is still seen."""
    repository.commit("a thing", "-s", "--trailer", "Reviewed-by: Grace <grace@example.com>")

    others = ["Signed-off-by: Ada <ada@example.com>", "Reviewed-by: Grace <grace@example.com>"]
    assert repository.trailers() == [*others, *FIGURES]
    assert repository.message().count(b"\n\n") == 1


def test_a_last_paragraph_that_only_looks_like_trailers(repository: Repository) -> None:
    """A title is none, nor is a list with prose in it; a paragraph with a sign-off in it is."""
    repository.commit("fix: a title with a colon")
    assert repository.trailers() == FIGURES
    repository.commit("a thing\n\nNote: one\nsome prose\nmore prose\nand more")
    assert repository.trailers() == FIGURES
    repository.commit("a thing\n\nsome prose\nSigned-off-by: Ada <ada@example.com>")
    assert repository.trailers() == ["Signed-off-by: Ada <ada@example.com>", *FIGURES]


def test_editor(repository: Repository) -> None:
    """What is typed in the editor gets the block behind it; an editor left empty stops the commit as ever."""
    repository.change()
    repository.git("commit", "-q", editor=STATUS)
    assert repository.message() == ("typed\n\n" + "\n".join(FIGURES) + "\n").encode()
    repository.change()
    repository.git("commit", "-q", code=1)
    repository.git("commit", "-q", "-s", code=1)
    assert repository.git("rev-list", "--count", "HEAD") == b"1\n"
    assert not (repository.folder / ".git" / "tallystick-commit").exists()


def test_editor_that_ends_badly(repository: Repository) -> None:
    """An editor that fails stops the commit; the next commit is not taken for its end."""
    repository.change()
    repository.git("commit", "-q", editor="false", code=1)
    repository.git("commit", "-q", "--no-verify", "-m", "a thing")
    assert repository.trailers() == FIGURES
    assert not (repository.folder / ".git" / "tallystick-commit").exists()


def test_message_in_an_editor(repository: Repository) -> None:
    """With -m -e the block stands in the editor: whoever takes it out has it out, and the text alone stays."""
    repository.change()
    repository.git("commit", "-q", "-m", "a thing", "-e")
    assert repository.trailers() == FIGURES
    repository.change()
    repository.git(
        "commit", "-q", "-m", "a thing", "-e", editor="sed -i -e '/^Tokens/d' -e '/^Savings/d' -e '/^Model/d'"
    )
    assert repository.message() == b"a thing\n"


def test_an_editor_in_which_only_the_block_is_left(repository: Repository) -> None:
    """Whoever deletes every word of their own does not want the commit: figures alone do not make it."""
    repository.change()
    repository.git("commit", "-q", "-m", "a thing", "-e", editor="sed -i -e '1d'", code=1)
    repository.git("commit", "-q", "-s", "-m", "a thing", "-e", editor="sed -i -e '1d'", code=1)


def test_verbose(repository: Repository) -> None:
    """The block stands above the line where git cuts the diff off, also where the diff holds such lines."""
    repository.change(content="Tokens-In: 5\n# comment\n")
    repository.git("commit", "-q", "-v", editor=STATUS)
    assert repository.trailers() == FIGURES
    repository.change(content="Tokens-In: 6\n")
    repository.git("commit", "-q", "-v", "-m", "a thing", "-e")
    assert repository.message() == ("a thing\n\n" + "\n".join(FIGURES) + "\n").encode()
    repository.change(content="Tokens-In: 7\n")
    repository.git("-c", "commit.cleanup=scissors", "commit", "-q", "-m", "a thing", "-e")
    assert repository.trailers() == FIGURES


def test_template(repository: Repository, tmp_path: Path) -> None:
    """What is made of a template gets the block; a template that nobody touched stops the commit as ever."""
    (tmp_path / "template").write_text("What:\n\nSay why.\n")
    words = ("commit", "-q", "-t", str(tmp_path / "template"))
    repository.change()
    repository.git(*words, code=1)
    repository.git(*words, "-s", code=1)
    repository.git(*words, editor="sed -i -e '1s/$/ a thing/'")
    assert repository.message() == ("What: a thing\n\nSay why.\n\n" + "\n".join(FIGURES) + "\n").encode()


def test_amend(repository: Repository, home: Path) -> None:
    """An amended commit has the figures of now, once, however often and by whatever way it is amended."""
    repository.commit("a thing\n\nWhy.\n\nRefs: 7")
    assert repository.trailers() == ["Refs: 7", *FIGURES]
    newer = set_figures(home, 100)
    for words in (("--no-edit",), ("--no-edit",), (), ("-C", "HEAD"), ("-c", "HEAD")):
        repository.git("commit", "-q", "--amend", *words)
        assert repository.trailers() == ["Refs: 7", *newer]
    repository.git("commit", "-q", "--amend", "-m", "another thing")
    assert repository.message() == with_block("another thing", newer).encode() + b"\n"


def test_a_message_of_another_session(repository: Repository) -> None:
    """Amended in no session it has no block: another one's figures are not of this work. A message that is given with
    a block is left as it is.
    """
    repository.commit(with_block("a thing", OTHERS), session=None)
    assert repository.trailers() == OTHERS
    repository.commit(with_block("a thing", OTHERS))
    assert repository.trailers() == OTHERS
    repository.git("commit", "-q", "--amend", "--no-edit", session=None)
    assert repository.message() == b"a thing\n"
    repository.commit(with_block("a thing", OTHERS), session=None)
    repository.git("commit", "-q", "--amend", "--no-edit")
    assert repository.trailers() == FIGURES


@pytest.mark.parametrize("words", [("--fixup", "HEAD"), ("--squash", "HEAD", "-m", "more"), ("--fixup", "amend:HEAD")])
def test_commits_that_are_to_be_folded(words: tuple[str, ...], repository: Repository) -> None:
    """They carry nothing: what they are folded into does."""
    repository.commit("a thing")
    repository.change()
    repository.git("commit", "-q", *words)

    message = repository.message()
    assert message.split(b"! ")[0] in {b"fixup", b"squash", b"amend"}
    assert message.count(b"Tokens-In") == (1 if b"amend!" in message else 0)  # that one holds the old message


def test_merge(repository: Repository) -> None:
    """A merge gets nothing, by itself or behind a conflict, nor does what is squashed."""
    repository.commit("a thing")
    repository.git("checkout", "-q", "-b", "side")
    repository.commit("aside", name="b")
    repository.commit("aside", name="c")
    repository.git("checkout", "-q", "main")
    repository.commit("onward", name="c")
    repository.git("merge", "-q", "side~1")
    assert repository.message() == b"Merge branch 'side' (early part)\n"
    repository.git("merge", "-q", "side", code=1)
    repository.change("c", "both\n")
    repository.git("commit", "-q", "--no-edit")
    assert b"Tokens-In" not in repository.message()
    repository.git("checkout", "-q", "-b", "other")
    repository.commit("one", name="d")
    repository.commit("two", name="d")
    repository.git("checkout", "-q", "main")
    repository.git("merge", "-q", "--squash", "other")
    repository.git("commit", "-q", "--no-edit")
    assert repository.message().startswith(b"Squashed commit of the following:")
    assert repository.trailers() == []
