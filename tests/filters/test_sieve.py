"""The sieve that every digest uses."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.sieve import LAYOUT, Diagnostic, Sieve, fold_same, headline, is_digest, may_run, plain

TEXT = "one\ntwo\n\n\nthree and more of it, so that a first line pays for itself in any case\nfour\n"


def test_lines_stay_by_default() -> None:
    """Without a reason nothing goes, and nothing is said."""
    assert Sieve(TEXT).finish("x", Context(), squeeze=False) == (TEXT, 0)


def test_reasons_are_counted() -> None:
    """The first line counts what went by its reasons, a single one in the singular, blank lines unsaid."""
    sieve = Sieve(TEXT)
    sieve.drop(4, 5, "lines of progress")

    after, count = sieve.finish("x", Context(recover="cat y"))

    assert after == "[digest] x: 1 line of progress left out; all of it: cat y\none\ntwo\n\nfour\n"
    assert count == 2


def test_only_layout() -> None:
    """Where nothing went but blank lines, it says so."""
    text = "a\n" + "\n" * 90 + "b\n"

    assert Sieve(text).finish("x", Context()) == ("[digest] x: 89 blank lines and rules left out\na\n\nb\n", 89)


def test_no_gain_no_change() -> None:
    """Where the first line costs more than is saved, the text stays."""
    sieve = Sieve("a\nb\n")
    sieve.drop(0, 1, "lines")

    assert sieve.finish("x", Context()) == ("a\nb\n", 0)


def test_colours_and_line_ends() -> None:
    """Lines are judged without colour and CR, and kept with both."""
    sieve = Sieve("\x1b[31mred\x1b[0m\r\nb\r\n")

    assert sieve.lines == ["red", "b", ""]
    assert sieve.raw[0] == "\x1b[31mred\x1b[0m\r"


def test_same_messages_fold() -> None:
    """The first of equal messages stays, the places of the others follow it, also behind the last line."""
    lines = [f"a.c:{number}:1: warning: a rather long text of a warning" for number in range(1, 5)]
    sieve = Sieve("\n".join(lines))
    fold_same(sieve, [Diagnostic(n, n + 1, "warning", f"a.c:{n + 1}:1") for n in range(4)])

    after, _ = sieve.finish("x", Context(), squeeze=False)

    assert after.split("\n") == [
        "[digest] x: 3 lines of repeated diagnostics left out",
        lines[0],
        "[digest] the same at a.c:2:1, a.c:3:1, a.c:4:1",
    ]


def test_short_messages_do_not_fold() -> None:
    """Where the line of places would be longer than the lines that it stands for, they stay."""
    sieve = Sieve("a.c:1: x\na.c:2: x\n")
    fold_same(sieve, [Diagnostic(n, n + 1, "x", f"a.c:{n + 1}") for n in range(2)])

    assert sieve.reasons == ["", "", ""]


def test_one_digest_is_enough() -> None:
    """A text that a digest wrote is known by its first line, wherever that stands."""
    assert is_digest("[digest] x: 1 line left out\n")
    assert is_digest("before\n[digest] x")
    assert not is_digest("the word [digest] alone")


def test_programs() -> None:
    """An unknown command, a runner of scripts and the program itself may print it, another one may not."""
    assert may_run(Context(), "gcc")
    assert may_run(Context(words=("make", "all")), "gcc")
    assert may_run(Context(words=("/usr/bin/gcc", "-c")), "gcc")
    assert not may_run(Context(words=("cat", "x")), "gcc")


def test_plain() -> None:
    """Colours and links go, the text of a link stays."""
    assert plain("\x1b[1;31ma\x1b[0m \x1b]8;;http://x\x07b\x1b]8;;\x07") == "a b"
    assert LAYOUT


def test_long_lines_stay() -> None:
    """A line that no tool writes as its own word is never judged: it cannot match, and it is not blank."""
    line = "x" * 10_001
    sieve = Sieve(f"{line}\n\n\n{line}\n")

    assert sieve.lines == ["\0", "", "", "\0", ""]
    assert sieve.finish("x", Context())[0].count(line) == 2


def test_a_mark_stands_before_its_line_once() -> None:
    """Also behind the last line, and where the line itself has gone."""
    text = "a\n" + "b\n" * 90 + "c"
    sieve = Sieve(text)
    sieve.drop(1, 91, "lines of noise")
    sieve.before = {1: "<b>", 92: "<end>"}

    after, count = sieve.finish("x", Context(), squeeze=False)

    assert (after, count) == ("[digest] x: 90 lines of noise left out\na\n<b>\nc\n<end>", 90)


@pytest.mark.parametrize(
    ("what", "one"),
    [
        ("files with full coverage", "1 file with full coverage"),
        ("tests with the same warning", "1 test with the same warning"),
        ("tests that failed as expected", "1 test that failed as expected"),
        ("lines of frames of unittest", "1 line of frames of unittest"),
        ("progress lines", "1 progress line"),
    ],
)
def test_one_is_in_the_singular(what: str, one: str) -> None:
    """Whatever stands behind the noun."""
    assert headline("x", {what: 1}, Context()) == f"[digest] x: {one} left out"
