"""The context: what is unknown is so by default."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context


@pytest.mark.parametrize(
    ("words", "tool", "expected"),
    [
        (("cat", "kiln.py"), "Bash", True),
        (("git", "show", "HEAD"), "Bash", True),
        (("git", "status"), "Bash", False),
        (("git",), "Bash", False),
        (("git", "log", "--oneline", "--patience"), "Bash", False),
        (("git", "log", "--patch"), "Bash", True),
        (("git", "log", "-3", "-p"), "Bash", True),
        (("git", "log", "-L10,20:kiln.py"), "Bash", True),
        (("git", "stash", "show", "-p"), "Bash", True),
        (("git", "diff-tree", "-r", "HEAD"), "Bash", True),
        (("cargo", "build"), "Bash", False),
        ((), "Read", True),
        ((), "Bash", False),
    ],
)
def test_content(words: tuple[str, ...], tool: str, *, expected: bool) -> None:
    """What a file holds was asked for; what a program says of its work was not."""
    assert expected is Context(words=words, tool=tool).is_content


def test_program() -> None:
    """The first word, "" where the command is unknown."""
    assert not Context().program
    assert Context(words=("cargo", "test")).program == "cargo"
