"""Facts of a shell command."""

from __future__ import annotations

import pytest

from tallystick.accounting import commands, digests
from tallystick.accounting.commands import Describer, describe
from tallystick.host import words
from tallystick.model import event
from tallystick.model.event import CI, COMMIT, NETWORK, REDIRECT, TEST, VIEWER

SHIPPED = words.load()


@pytest.mark.parametrize(
    ("command", "program", "flags"),
    [
        ("ls -la", "ls", VIEWER),
        ("/bin/ls", "ls", VIEWER),
        ("git status", "git status", VIEWER),
        ("git -C /srv status", "git -C", 0),
        ("git stash list", "git stash", VIEWER),
        ("git push origin main", "git push", NETWORK),
        ("git commit -m 'Fire'", "git commit", COMMIT),
        ("gh pr create --fill", "gh pr", NETWORK | CI),
        ("curl -s https://kiln.example", "curl", NETWORK),
        ("/usr/bin/curl x", "curl", NETWORK),
        ("pytest -q", "pytest", TEST),
        ("pytest -q | tail -5", "pytest", TEST),
        ("cat a | grep b && wc -l c", "cat", VIEWER),
        ("cat a > b", "cat", REDIRECT),
        ("cat a 2> /dev/null", "cat", VIEWER),
        ("cat a 2>&1", "cat", VIEWER),
        ("cat a >> b", "cat", REDIRECT),
        ("cat a &> log", "cat", REDIRECT),
        ("cat a | tee b", "cat", REDIRECT),
        ("find . -name '*.py'", "find", VIEWER),
        ("find . -delete", "find", 0),
        ("find . -exec rm {} ;", "find", 0),
        ("sudo env FIRE=1 make test", "make test", TEST),
        ("timeout 60 pytest", "pytest", TEST),
        ("timeout", "timeout", 0),
        ("FIRE=1 ls", "ls", VIEWER),
        ("if true; then ls; fi", "true", 0),
        ("! grep -q x a", "grep", VIEWER),
        ("git", "git", 0),
        (f"git {'x' * 30}", "git", 0),
        ("y" * 60, "y" * 40, 0),
        ("cd /srv && ls", "ls", VIEWER),
        ("", "", 0),
        ("sudo", "", 0),
        (";;", "", 0),
        ("echo $(curl x)", "echo", NETWORK),
        ("sed -n 5p a", "sed -n", VIEWER),
        ("sed -i s/a/b/ c", "sed -i", 0),
    ],
)
def test_a_command_is_named_and_judged(command: str, program: str, flags: int) -> None:
    """The program with its verb, and what the command may reach or change."""
    facts = describe(command, "/srv/kiln", SHIPPED)

    assert (program, flags) == (facts.program, facts.flags)


@pytest.mark.parametrize(
    ("command", "rest", "cwd"),
    [
        ("cd /tmp && ls", "ls", "/tmp"),
        ("cd glaze; ls", "ls", "/srv/glaze"),
        ("cd ..\nls", "ls", "/"),
        ('cd "a b" && ls', "ls", "/srv/a b"),
        ("cd 'a b' && ls", "ls", "/srv/a b"),
        ("cd a && cd b && ls", "ls", "/srv/a/b"),
        ("cd ~/x && ls", "cd ~/x && ls", "/srv"),
        ("cd $HOME && ls", "cd $HOME && ls", "/srv"),
        ("cd -P a && ls", "cd -P a && ls", "/srv"),
        ("cd a", "cd a", "/srv"),
        ("ls && cd a", "ls && cd a", "/srv"),
    ],
)
def test_a_leading_cd_is_the_working_directory(command: str, rest: str, cwd: str) -> None:
    """A directory that cannot be known stays in the command."""
    assert (rest, cwd) == commands.strip_cd(command, "/srv")


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("  ls   -la\t.  ", "ls -la ."),
        ("echo 'a  b'", "echo 'a  b'"),
        ('echo "a  \\" b"  c', 'echo "a  \\" b" c'),
        ("ls\n\n   pwd", "ls\npwd"),
        ("cat <<EOF\n  a  b\nEOF\n", "cat <<EOF\n  a  b\nEOF"),
        ("", ""),
    ],
)
def test_white_space_outside_quotes_is_folded(command: str, expected: str) -> None:
    """Two spellings of one command are one; a here-document keeps every byte."""
    assert expected == commands.normalise(command)
    assert digests.key(expected) == describe(command, "/", SHIPPED).normal


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("ps aux | grep kiln", event.LIVE),
        ("cd kiln && /bin/date", event.LIVE),
        ("sleep 5; cat fire.log", event.LIVE),
        ("until test -f done; do sleep 1; done", event.LIVE),
        ("docker ps", event.LIVE),
        ("docker images", 0),
        ("tail -f fire.log", event.LIVE),
        ("tail -n 3 fire.log", 0),
        ("echo date", 0),
    ],
)
def test_what_shows_something_that_changes_by_itself(command: str, expected: int) -> None:
    """Processes, clocks, and whatever waits."""
    assert expected == describe(command, "/", SHIPPED).flags & event.LIVE


def test_words_are_those_of_the_command_of_quotes_and_of_paths() -> None:
    """Each word, each quoted text as a whole, and the last part of each path; sorted hashes, each once."""
    expected = {"cp", "/srv/a.txt", "a.txt", "b", "c", "b c", "d"}

    assert sorted(map(digests.word, expected)) == commands.word_hashes("cp /srv/a.txt 'b c' \"d\" d")


def test_a_path_that_ends_in_a_slash_has_no_last_part() -> None:
    """The empty word is none."""
    assert sorted(map(digests.word, ["ls", "a/"])) == commands.word_hashes("ls a/")


def test_the_last_commands_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command is described once a directory, until too many are held."""
    monkeypatch.setattr(commands, "_KEPT", 2)
    describer = Describer(SHIPPED)
    first = describer.describe("ls", "/a")

    assert first is describer.describe("ls", "/a")
    assert first is not describer.describe("ls", "/b")
    describer.describe("pwd", "/a")
    assert first is not describer.describe("ls", "/a")
    assert (False, True) == (describer.keeps_text, Describer(SHIPPED, keeps_text=True).keeps_text)
