"""Options: one table, two readers, the same result."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.cli import options
from tallystick.cli.options import COMMON, Option, build_parser, parse, read_plain

TABLE = (
    Option("ACTION", "what to do", choices=("list", "explain"), optional=True),
    Option("MODEL", "which", optional=True),
    Option("--by", "how", choices=("day", "week")),
    Option("--since", "when", metavar="WHEN"),
    Option("--json", "as JSON"),
    *COMMON,
)
NEEDED = (Option("EVIDENCE", "which"), *COMMON)
TRAILING = (Option("--tool", "whose", metavar="T"), Option("COMMAND", "what", repeat=True, optional=True), *COMMON)
WORDS = st.sampled_from([
    *("list", "explain", "day", "week", "x", "", "-", "--", "--by", "--by=day", "--by=x", "--by=", "--since", "--js"),
    *("--since=a=b", "--json", "--json=1", "--root", "--root=/r", "--config-dir", "--config-dir=c", "--demo", "--nope"),
    *("-1", "-h"),
])  # fmt: skip


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], {}),
        (["list"], {"ACTION": "list"}),
        (["explain", "opus", "--json"], {"ACTION": "explain", "MODEL": "opus", "--json": True}),
        (["--by", "day", "--by=week"], {"--by": "week"}),
        (["--config-dir", "a", "--config-dir=b"], {"--config-dir": ["a", "b"]}),
        (["--since=a=b"], {"--since": "a=b"}),
    ],
)
def test_plain(words: list[str], expected: dict[str, object]) -> None:
    """What is plainly right is read without argparse."""
    assert expected == read_plain(TABLE, words)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            ["--tool", "a", "--", "b", "-c", "--root", "--", ""],
            {"--tool": "a", "COMMAND": ["b", "-c", "--root", "--", ""]},
        ),
        (["a", "--", "-b"], {"COMMAND": ["a", "-b"]}),
        (["--"], {"COMMAND": []}),
    ],
)
def test_what_stands_behind_two_dashes_is_taken_as_it_is(words: list[str], expected: dict[str, object]) -> None:
    """By a command whose last words are another's."""
    assert expected == read_plain(TRAILING, words)


@pytest.mark.parametrize(
    "words",
    [
        ["draw"],
        ["list", "a", "b"],
        ["--by"],
        ["--by", "year"],
        ["--by="],
        ["--json=1"],
        ["--nope"],
        ["--since", "-1"],
        ["--"],
        ["-h"],
    ],
)
def test_not_plain(words: list[str]) -> None:
    """Anything that wants a second look is left to argparse."""
    assert read_plain(TABLE, words) is None


def test_needed_word() -> None:
    """A word that may not be left out is asked for."""
    assert read_plain(NEEDED, []) is None
    assert read_plain(NEEDED, ["8f2c:e1"]) == {"EVIDENCE": "8f2c:e1"}


@given(st.lists(WORDS, max_size=6))
def test_both_readers_agree(words: list[str]) -> None:
    """Whatever is read without argparse is what argparse reads."""
    found = read_plain(TABLE, words)
    if found is None:
        return

    parsed = vars(build_parser("test", "about", TABLE).parse_intermixed_args(words))

    assert found == {name: value for name, value in parsed.items() if value is not None and value is not False}


def test_arguments() -> None:
    """Values by kind: a text, several, a switch; what was not given is None, nothing, no."""
    found = parse("test", "about", TABLE, ["list", "--config-dir", "a", "--json"])

    assert (found.text("ACTION"), found.text("MODEL"), found.text("--nope")) == ("list", None, None)
    assert (found.texts("--config-dir"), found.texts("--since")) == (["a"], [])
    assert (found.has("--json"), found.has("--demo")) == (True, False)


def test_argparse_reads_the_rest() -> None:
    """A dash as a value is unusual, and read all the same."""
    assert parse("test", "about", TABLE, ["--since", "-"]).text("--since") == "-"


def test_refusal(capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong ends with 2 and a line that says what."""
    with pytest.raises(SystemExit) as raised:
        parse("test", "about", TABLE, ["--by", "year"])

    assert raised.value.code == 2
    assert (
        capsys.readouterr().err.splitlines()[-1].startswith("tally test: error: argument --by: invalid choice: 'year'")
    )


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Help names every option once, those of all commands apart."""
    with pytest.raises(SystemExit) as raised:
        parse("test", "about this", TABLE, ["--help"])

    page = capsys.readouterr().out
    own, common = page.split("with every command:")
    assert raised.value.code == 0
    assert "about this" in own
    assert "  --by {day,week}" in own
    assert [option.name for option in options.COMMON if f"  {option.name}" not in common] == []
