"""Facts of a shell command."""

from __future__ import annotations

import time

import pytest

from tallystick.accounting import commands, digests
from tallystick.accounting.commands import Describer, describe
from tallystick.host import words
from tallystick.model import event
from tallystick.model.event import CI, COMMIT, NETWORK, REDIRECT, TEST, VIEWER, WRITES

SHIPPED = words.load()


@pytest.mark.parametrize(
    ("command", "program", "flags"),
    [
        ("ls -la", "ls", VIEWER),
        ("/bin/ls", "ls", VIEWER),
        ("git status", "git status", VIEWER),
        ("git -C /srv status", "git status", VIEWER),
        ("git --no-pager -c color.ui=never log -3", "git log", VIEWER),
        ("git -C x push", "git push", NETWORK),
        ("git -C x commit -m 'Fire'", "git commit", COMMIT),
        ("git --version", "git --version", 0),
        ("git -C", "git -C", 0),
        ("make -C kiln -j 8 test", "make test", TEST),
        ("cargo +nightly test", "cargo test", TEST),
        ("docker compose pull", "docker compose", NETWORK),
        ("docker compose ps", "docker compose", 0),
        ("npm -g install x", "npm install", NETWORK | WRITES),
        ("xargs git -C x fetch", "git fetch", NETWORK),
        ("git commit -m push", "git commit", COMMIT),
        ("git stash list", "git stash", VIEWER),
        ("git push origin main", "git push", NETWORK),
        ("git commit -m 'Fire'", "git commit", COMMIT),
        ("gh pr create --fill", "gh pr", NETWORK | CI),
        ("curl -s https://kiln.example", "curl", NETWORK),
        ("/usr/bin/curl x", "curl", NETWORK),
        ("pytest -q", "pytest", TEST),
        ("pytest -q | tail -5", "pytest", TEST),
        ("cat a | grep b && wc -l c", "cat", VIEWER),
        ("cat a > b", "cat", REDIRECT | WRITES),
        ("cat a 2> /dev/null", "cat", VIEWER),
        ("cat a 2>&1", "cat", VIEWER),
        ("cat a >> b", "cat", REDIRECT | WRITES),
        ("cat a &> log", "cat", REDIRECT | WRITES),
        ("cat a | tee b", "cat", REDIRECT | WRITES),
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
        ("sed -i s/a/b/ c", "sed -i", WRITES),
        ("sed -n -i p a", "sed -n", WRITES),
        ("sed -n -Ei.bak p a", "sed -n", WRITES),
        ("sed --in-place=.bak s/a/b/ c", "sed --in-place=.bak", WRITES),
        ("sed -n 'w out' a", "sed -n", 0),
        ("sed -n 's/a/b/gw out' a", "sed -n", 0),
        ("sed -n '/show/p' a", "sed -n", VIEWER),
        ("sort -uo a a", "sort", 0),
        ("sort --output=a a", "sort", 0),
        ("sort -k2,2n a", "sort", VIEWER),
        ("cut --output-delimiter=: -f1 a", "cut", VIEWER),
        ("git diff --output=a", "git diff", 0),
        ("git reflog expire --all", "git reflog", 0),
        ("fd -x rm", "fd", 0),
        ("uniq -c a", "uniq", VIEWER),
        ("uniq -f 2 a", "uniq", VIEWER),
        ("uniq a b", "uniq", 0),
        ("rg --pre ./x fire", "rg", 0),
        ("grep -rn 'a > b' .", "grep", VIEWER),
        ('grep "a > b" c', "grep", VIEWER),
        ('cat "a" > "b"', "cat", REDIRECT | WRITES),
        ('echo "$(cat a > b)"', "echo", REDIRECT | WRITES),
        ("bash -c 'cat a > b'", "bash", REDIRECT | WRITES),
        ("awk '{ print > \"b\" }' a", "awk", REDIRECT | WRITES),
        ("git log --grep=tee", "git log", VIEWER),
        ("ls \\\n  -la \\\n  | head", "ls", VIEWER),
        ("python - <<EOF\nprint(1 > 2)\nEOF", "python", 0),
        ("cat <<EOF > a\nx\nEOF", "cat", REDIRECT | WRITES),
        ("rm a", "rm", WRITES),
        ("cp a b && ls", "cp", WRITES),
        ("git checkout -- .", "git checkout", WRITES),
        ("git status --short && make", "git status", 0),
        ("perl -pi -e s/a/b/ c", "perl", WRITES),
        ("perl -e 'print 1'", "perl", 0),
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
        ("ls  \n pwd", "ls\npwd"),
        ("ls \\\n   -la", "ls -la"),
        ("ls\\\n-la", "ls-la"),
        ("ls a\\ \\ b  c", "ls a\\ \\ b c"),
        ('echo \\" x "a  b"', 'echo \\" x "a  b"'),
        ("ls  # it's\ncat 'a  b'", "ls # it's\ncat 'a  b'"),
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


_LONG = 100_000


@pytest.mark.parametrize(
    ("start", "part"),
    [
        *(
            ("", part)
            for part in ('\\"', "'a\"", "cd a && ", "git -C ", "A=1 ", "a{", "{a,b}", "<<a\n", "sh -c ", " #")
        ),
        ('> "', '\\"'),
        ("<<a\n", "\n"),
        ("{", "a"),
        ("sed -n ", "0"),
        ("> ", "1"),
    ],
)
def test_no_command_takes_long(start: str, part: str) -> None:
    """The time grows as the text does: where it grew as its square, one of these would take minutes."""
    began = time.process_time()

    describe(start + part * (_LONG // len(part)), "/srv/kiln", SHIPPED)

    assert time.process_time() - began < 10


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
