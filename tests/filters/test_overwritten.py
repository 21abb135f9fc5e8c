"""What was overwritten: progress goes, text that merely has carriage returns stays."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.overwritten import apply


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # three states of 12 characters; the mark takes 5 characters, 6 bytes
        ("loading  10%\rloading  50%\rloading 100%\n", "loading 100% [×3]\n"),
        ("loading  10%\rloading 100%\r\n", "loading 100% [×2]\r\n"),
        ("⠋ installing\r⠙ installing\r⠹ installing\nok\n", "⠹ installing [×3]\nok\n"),
        # two kinds, one after the other
        ("count:  50%\rcount: 100%\rpack:  50%\rpack: 100%", "count: 100% [×2]\rpack: 100% [×2]"),
        # a failure among the states stays where it is
        ("get 10%\rget 20% failed\rget 30%\rget 40%\rget 50%", "get 10%\rget 20% failed\rget 50% [×3]"),
        # blanked out in between
        ("load 10% of all\r               \rload 90% of all\n", "load 90% of all [×2]\n"),
        # too short to pay
        ("1%\r2%\n", "1%\r2%\n"),
        # old line ends, CRLF, an empty line of them
        ("import a\rimport b\r", "import a\rimport b\r"),
        ("one\r\ntwo\r\n", "one\r\ntwo\r\n"),
        ("one\r\r\ntwo\r\r\n", "one\r\r\ntwo\r\r\n"),
        ("\r\r\r", "\r\r\r"),
    ],
)
def test_progress(text: str, expected: str) -> None:
    """States of one progress become the last of them."""
    assert expected == apply(text, Context())[0]
    assert apply(expected, Context()) == (expected, 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("N\bNA\bAM\bM", "NAM"),  # bold, as a manual prints it
        ("_\bc_\bo", "co"),  # underlined
        ("work |\b/\b-\b\\\b done", "work  done"),
        ("abc\b\bX", "aXc"),
        ("\b\b\ba", "a"),
        ("a\r\bb", "a\rb"),
    ],
)
def test_backspaces(text: str, expected: str) -> None:
    """The letter that was printed last stands there."""
    assert expected == apply(text, Context())[0]


def test_no_line_of_a_terminal() -> None:
    """A line of a million characters stays, whatever stands in it."""
    text = "x\b" * 500_000

    assert apply(text, Context()) == (text, 0)
    assert apply(text[2:], Context()) == ("x", 1)


def test_count() -> None:
    """Lines that changed."""
    assert apply("a\b\nload 10%%%%\rload 90%%%%\nc\n", Context())[1] == 2
