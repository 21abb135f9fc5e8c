"""One simple command, and nothing that a shell would have to be asked about."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.filters.shell import bare_words, simple_words, words_of


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("make -j4 all", ("make", "-j4", "all")),
        ("  git diff  ", ("git", "diff")),
        ("CI=1 npm test", ("CI=1", "npm", "test")),
        ("pytest -k 'a and not b' \"tests/x y.py\"", ("pytest", "-k", "a and not b", "tests/x y.py")),
        ("echo a'b'\"c\"d ''", ("echo", "abcd", "")),
        ("pip install -e .[dev] x*.whl", ("pip", "install", "-e", ".[dev]", "x*.whl")),
        ("echo '$HOME; rm'", ("echo", "$HOME; rm")),
        ("echo a#b", ("echo", "a#b")),
    ],
)
def test_simple(command: str, words: tuple[str, ...]) -> None:
    """Words without their quotes."""
    assert words == simple_words(command)


@pytest.mark.parametrize(
    "command",
    [
        *(
            "ps aux | grep x",
            "a && b",
            "a || b",
            "a; b",
            "sleep 9 &",
            "a > f",
            "a 2>&1",
            "a < f",
            "a <<E\nx\nE",
            "a\nb",
        ),
        *("echo $HOME", "echo $(date)", "echo `date`", 'echo "$HOME"', "diff <(a) <(b)", "(a)", "a \\\n b", "echo \\x"),
        *("case x in x) a ;; esac", "if true", "for x in a b", "while true", "{ a", "! a", "[[ -f x ]]", "time make"),
        *("sudo make", "/usr/bin/sudo make", "ssh host make", "env A=1 make", "xargs rm", "bash -c make", "docker ps"),
        *(
            "",
            "   ",
            "A=1",
            "A=1 B=2",
            "echo 'open",
            'echo "open',
            "# comment",
            "make # all",
            "eval make",
            "A=1 sudo make",
        ),
    ],
)
def test_not_simple(command: str) -> None:
    """Whatever a shell does more with than run a program with words."""
    assert simple_words(command) == ()


@given(st.lists(st.text(alphabet="ab c'\"-=./*?[]~{}!#", max_size=8), min_size=1, max_size=5))
def test_as_the_shell_reads_it(words: list[str]) -> None:
    """Words that were quoted for a shell are read back, or refused."""
    command = shlex.join(words)

    assert simple_words(command) in {(), tuple(shlex.split(command))}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("python3 -m pytest -q", ("pytest", "-q")),
        (".venv/bin/python3.11 -m unittest", ("unittest",)),
        ("CI=1 uv run python -m pytest tests", ("pytest", "tests")),
        ("uv run --frozen pytest", ("uv", "run", "--frozen", "pytest")),
        ("npx jest --ci", ("jest", "--ci")),
        ("npm run build", ("npm", "run", "build")),
        ("npm exec tsc", ("tsc",)),
        ("bundle exec rspec", ("rspec",)),
        ("node_modules/.bin/vitest run", ("vitest", "run")),
        ("cargo +nightly test", ("cargo", "test")),
        ("git -C /srv/kiln --no-pager -c color.ui=never diff HEAD", ("git", "diff", "HEAD")),
        ("cd /srv/kiln && go test ./... 2>&1", ("go", "test", "./...")),
        ("cd 'a b' && cd c && make", ("make",)),
        ("timeout 60 env CI=1 pytest", ("pytest",)),
        ("sudo docker ps -a", ("docker", "ps", "-a")),
        ("sudo -u ada make", ("sudo", "-u", "ada", "make")),
        ("python3 fire.py", ("python3", "fire.py")),
        ("cd /srv/kiln", ("cd", "/srv/kiln")),
        # of these the output is nobody's alone
        ("make | tail -5", ()),
        ("make && make test", ()),
        ("cd $X && make", ()),
        ("make > log 2>&1", ()),
        ("", ()),
    ],
)
def test_words_of(command: str, words: tuple[str, ...]) -> None:
    """The program that prints, from whatever starts it."""
    assert words == words_of(command)


def test_nothing_to_strip() -> None:
    """No words, or only those that stand before a program."""
    assert bare_words(()) == ()
    assert bare_words(("A=1",)) == ()
    assert bare_words(("env", "A=1")) == ()
    assert bare_words(("npx",)) == ("npx",)
