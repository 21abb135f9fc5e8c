"""Messages as people, tools and other systems write them: line ends, encodings, comment marks, odd paragraphs."""

from __future__ import annotations

import pytest

from tests.commits.repositories import FIGURES, OTHERS, Repository, with_block

BLOCK = "\n".join(FIGURES).encode() + b"\n"


def commit(repository: Repository, message: bytes, *words: str) -> bytes:
    """Commit a message byte for byte; return what was kept."""
    repository.change()
    repository.git(*words, "commit", "-q", "--cleanup=verbatim", "-F", "-", stdin=message)
    return repository.message()


def test_line_ends_of_another_system(repository: Repository) -> None:
    """Lines that end in CR LF stay so, ours too; one that has none gets one."""
    crlf = BLOCK.replace(b"\n", b"\r\n")
    assert commit(repository, b"a thing\r\n\r\nWhy.\r\n") == b"a thing\r\n\r\nWhy.\r\n\r\n" + crlf
    assert repository.trailers() == FIGURES
    assert commit(repository, b"a thing\r\n\r\nRefs: 7") == b"a thing\r\n\r\nRefs: 7\r\n" + crlf
    assert repository.trailers() == ["Refs: 7", *FIGURES]
    repository.git("commit", "-q", "--amend", "--no-edit", "--cleanup=verbatim", session=None)
    assert repository.message() == b"a thing\r\n\r\nRefs: 7\r\n"
    assert commit(repository, b"a thing") == b"a thing\n\n" + BLOCK


@pytest.mark.parametrize(
    ("name", "text"),
    [("ISO-8859-1", "überzählig"), ("windows-1251", "правка"), ("Shift_JIS", "表示の修正"), ("UTF-8", "日本")],
)
def test_encodings(name: str, text: str, repository: Repository) -> None:
    """Letters of any encoding that git takes stay as they are."""
    data = f"{text}\n\n{text}.\n\nRefs: {text}\n".encode(name)
    assert commit(repository, data, "-c", f"i18n.commitEncoding={name}") == data + BLOCK
    repository.git("-c", f"i18n.commitEncoding={name}", "commit", "-q", "--amend", "--no-edit", session=None)
    assert repository.message() == data


def test_bytes_of_no_encoding(repository: Repository) -> None:
    """Git takes each for a letter of ISO-8859-1; we take none for anything."""
    kept = commit(repository, b"caf\xe9 \xff\xfe\n\nbody \x80\n")
    assert kept == "caf\xe9 \xff\xfe\n\nbody \x80\n\n".encode() + BLOCK


def test_white_space(repository: Repository) -> None:
    """Blank lines at the beginning, the end and in between, and spaces at line ends, are nobody's business."""
    assert (
        commit(repository, b"\n\na thing  \n\n\n\nWhy.\t\n\n\n") == b"\n\na thing  \n\n\n\nWhy.\t\n\n" + BLOCK + b"\n\n"
    )
    assert repository.trailers() == FIGURES


@pytest.mark.parametrize("char", ["#", ";", "%", "x"])
def test_comment_marks(char: str, repository: Repository) -> None:
    """Above the comments of the repository's own mark, in the editor and behind a conflict."""
    repository.git("config", "core.commentChar", char)
    repository.change()
    repository.git("commit", "-q", "-v", "-m", "a thing", "-e")
    assert repository.message() == b"a thing\n\n" + BLOCK
    repository.change()
    repository.git("commit", "-q", "-v", editor="sed -i -e '1s/^/typed/'")
    assert repository.message() == b"typed\n\n" + BLOCK


@pytest.mark.parametrize("verbose", [(), ("-v",)])
def test_a_mark_that_git_chooses(verbose: tuple[str, ...], repository: Repository) -> None:
    """With core.commentChar=auto git takes a mark that no line of the message starts with."""
    repository.git("config", "core.commentChar", "auto")
    repository.change()
    repository.git("commit", "-q", *verbose, "-m", "#1 a thing\n\n;tail", "-e")
    assert repository.message() == b"#1 a thing\n\n;tail\n\n" + BLOCK
    repository.change()
    repository.git("commit", "-q", *verbose, editor="sed -i -e '1s/^/typed/'")
    assert repository.message() == b"typed\n\n" + BLOCK


def test_lines_that_look_like_comments(repository: Repository) -> None:
    """Where there is no editor git keeps them, and they are as good as any other line."""
    repository.commit("#123 a thing")
    assert repository.message() == b"#123 a thing\n\n" + BLOCK
    repository.commit("a thing\n\n# heading\ntext\n\n#123 is mended")
    assert repository.message() == b"a thing\n\n# heading\ntext\n\n#123 is mended\n\n" + BLOCK
    assert repository.trailers() == FIGURES


def test_trailers_above_what_looks_like_a_comment(repository: Repository) -> None:
    """Git passes such lines over when it looks for trailers: those above them are trailers still."""
    repository.commit("a thing\n\n#123 is mended", "-s")
    assert repository.trailers() == ["Signed-off-by: Ada <ada@example.com>", *FIGURES]
    assert repository.message().endswith(b"Model: claude-opus-5-5\n\n#123 is mended\n")


def test_comments_that_are_to_be_stripped(repository: Repository) -> None:
    """Where git is told to strip them a message of comments is none, and stays none."""
    repository.git("config", "commit.cleanup", "strip")
    repository.change()
    repository.git("commit", "-q", "-m", "# nothing", code=1)
    repository.commit("a thing\n# not a word")
    assert repository.message() == b"a thing\n\n" + BLOCK


def test_an_empty_message(repository: Repository) -> None:
    """Git refuses it, or is told not to; neither has a block."""
    repository.change()
    for text in ("", "\n \n"):
        repository.git("commit", "-q", "-m", text, code=1)
    repository.git("commit", "-q", "--allow-empty-message", "-m", "")
    assert repository.message() == b""


def test_a_line_that_parts_a_patch(repository: Repository) -> None:
    """Three dashes end a message for those who read patches; in a commit they are text."""
    repository.commit("a thing\n\n---\nmore\n\nRefs: 7")
    found = repository.git("log", "-1", "--format=%(trailers)", session=None).decode().split("\n")
    assert [line for line in found if line] == ["Refs: 7", *FIGURES]


def test_words_that_others_use(repository: Repository) -> None:
    """Keys such as Model and Savings have been written by people before us: theirs stay."""
    theirs = ["Model: resnet50", "Savings: plenty"]
    repository.commit(with_block("a thing", theirs))
    assert repository.trailers() == [*theirs, *FIGURES]
    for _ in range(2):
        repository.git("commit", "-q", "--amend", "--no-edit")
        assert repository.trailers() == [*theirs, *FIGURES]
    repository.commit("a thing\n\nTokens-In: what a client sends\nand some prose\nand more of it\nand more")
    assert repository.trailers() == FIGURES


def test_trailers_of_the_repository_s_own(repository: Repository) -> None:
    """Settings for trailers change nothing: no command of theirs runs, and a separator of theirs is understood."""
    repository.git("config", "trailer.ifexists", "replace")
    repository.git("config", "trailer.model.key", "Model: ")
    repository.git("config", "trailer.sign.command", "touch ran; echo x")
    repository.git("config", "trailer.separators", "=:")
    repository.commit("a thing\n\nBug=17")
    shown = [line.replace(":", "=", 1) for line in FIGURES[:3]]  # as git prints what has no key of its own
    assert repository.trailers() == ["Bug= 17", *shown, FIGURES[3]]
    assert not (repository.folder / "ran").exists()
    repository.git("config", "trailer.separators", "=")
    repository.commit("a thing\n\nBug=17")
    assert repository.message() == b"a thing\n\nBug=17\n"  # ours would end their paragraph


def test_a_block_that_others_have_lines_in(repository: Repository) -> None:
    """What another tool put into the paragraph stays there."""
    lines = [OTHERS[0], "Change-Id: I1", *OTHERS[1:], "Refs: 7"]
    repository.commit(with_block("a thing", lines), session=None)
    repository.git("commit", "-q", "--amend", "--no-edit")
    assert repository.trailers() == ["Change-Id: I1", "Refs: 7", *FIGURES]


def test_a_signed_commit(repository: Repository) -> None:
    """A commit is signed as it stands in the end: with the block, which is inside of what the signature covers."""
    signer = repository.folder / ".git" / "signer"
    signer.write_text(
        "#!/bin/sh\ncat >.git/signed\nprintf '[GNUPG:] SIG_CREATED x\\n' >&2\n"
        "printf -- '-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n'\n"
    )
    signer.chmod(0o755)
    repository.git("config", "gpg.program", str(signer))
    repository.git("config", "commit.gpgSign", "true")
    repository.commit("a thing")
    assert repository.trailers() == FIGURES
    assert BLOCK in (repository.folder / ".git" / "signed").read_bytes()


def test_a_sign_off_that_git_sees_beside_a_block_alone(repository: Repository) -> None:
    """Among prose git needs a quarter of trailers: the other block may be what makes it so, and ours takes its place."""
    sign = "Signed-off-by: Ada <ada@example.com>"
    message = "\n".join(["a thing", "", *["prose"] * 4, sign, *OTHERS])
    repository.commit(message, session=None)
    assert repository.trailers() == [sign, *OTHERS]
    repository.git("commit", "-q", "--amend", "--no-edit", session=None)
    assert repository.trailers() == [sign, *OTHERS]  # without it the sign-off would be none
    repository.git("commit", "-q", "--amend", "--no-edit")
    assert repository.trailers() == [sign, *FIGURES]


def test_a_title_that_looks_like_a_comment(repository: Repository) -> None:
    """With a sign-off below it and a remark behind that: the sign-off is seen still."""
    repository.commit("#7 a thing\n\nSigned-off-by: Ada\n\n# a remark")
    assert repository.trailers() == ["Signed-off-by: Ada", *FIGURES]
    assert repository.message().startswith(b"#7 a thing\n\nSigned-off-by: Ada\nTokens-In: ")
