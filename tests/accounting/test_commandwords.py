"""Words by which a command may name a file."""

from __future__ import annotations

import pytest

from tallystick.accounting import digests
from tallystick.accounting.commandwords import bare_words, word_hashes


def test_words_are_those_of_the_command_of_quotes_and_of_paths() -> None:
    """Each word, each quoted text as a whole, and the last part of each path; sorted hashes, each once."""
    expected = {"cp", "/srv/a.txt", "a.txt", "b", "c", "b c", "d"}

    assert sorted(map(digests.word, expected)) == word_hashes("cp /srv/a.txt 'b c' \"d\" d")


def test_a_path_that_ends_in_a_slash_has_no_last_part() -> None:
    """The empty word is none."""
    assert sorted(map(digests.word, ["ls", "a/"])) == word_hashes("ls a/")


@pytest.mark.parametrize(
    "command",
    [
        "touch a.py",
        "touch 'a.py'",
        "echo x>a.py",
        "x=$(touch a.py)",
        "x=`touch a.py`",
        "A=a.py; touch $A",
        "fmt --output=a.py",
        "dd of=a.py",
        "fmt a.py,b.py",
        "touch {a,b}.py",
        "mv a.{py,pyc}",
        "touch 'a'.py",
        'touch a".py"',
        "touch a\\.py",
        "touch a\\\n.py",
        "git show HEAD:a.py",
        "docker cp kiln:a.py .",
        "pytest a.py::test_fire",
        "edit a.py:12",
        "curl -d @a.py kiln",
        "wget http://kiln/a.py?raw",
        "open a.py#top",
        "cc -oout/a.py",
        "cc -oa.py",
    ],
)
def test_a_name_is_found_however_it_is_written(command: str) -> None:
    """A shell reads each of these as something about a.py."""
    assert digests.word("a.py") in word_hashes(command)


def test_a_name_with_a_space_is_one_word() -> None:
    """Escaped or quoted, the space belongs to it."""
    assert "my notes.txt" in bare_words("touch my\\ notes.txt")
    assert "my notes.txt" in bare_words("touch 'my notes.txt'")


@pytest.mark.parametrize("command", ["ls -la", "touch a.pyc", "touch ba.py", "make"])
def test_what_is_no_name_is_none(command: str) -> None:
    """A name that only contains another one does not name it; letters of options are no names."""
    assert not {"a.py", "a"} & bare_words(command)
