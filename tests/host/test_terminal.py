"""The terminal: width, colour, and characters that it cannot spell."""

from __future__ import annotations

import io
import os
import pty
import sys
from collections.abc import Iterator
from typing import TextIO

import pytest

from tallystick.host import terminal


@pytest.fixture
def tty() -> Iterator[TextIO]:
    """A stream that is a terminal, 93 columns wide."""
    import fcntl
    import struct
    import termios

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 93, 0, 0))
    with os.fdopen(follower, "w") as stream:
        yield stream
    os.close(leader)


@pytest.mark.parametrize(
    ("environ", "expected"),
    [({}, 200), ({"COLUMNS": "80"}, 80), ({"COLUMNS": "0"}, 200), ({"COLUMNS": "wide"}, 200), ({"COLUMNS": "3"}, 20)],
)
def test_width_of_a_pipe(environ: dict[str, str], expected: int) -> None:
    """A pipe gets all digits; COLUMNS counts where it is a number, down to 20."""
    assert expected == terminal.screen(io.StringIO(), environ).width


def test_width_of_a_terminal(tty: TextIO) -> None:
    """A terminal is asked, unless COLUMNS says otherwise."""
    assert terminal.screen(tty, {}).width == 93
    assert terminal.screen(tty, {"COLUMNS": "70"}).width == 70


@pytest.mark.parametrize(
    ("environ", "no_color", "expected"),
    [
        ({"TERM": "xterm"}, False, True),
        ({"TERM": "xterm"}, True, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, False, True),
        ({"TERM": "dumb"}, False, False),
        ({}, False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_colour_on_a_terminal(tty: TextIO, environ: dict[str, str], no_color: bool, expected: bool) -> None:  # noqa: FBT001
    """A terminal gets colour unless it is dumb or somebody objects."""
    assert expected == terminal.screen(tty, environ, no_color=no_color).colour


@pytest.mark.parametrize(
    ("environ", "expected"), [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "0"}, False)]
)
def test_colour_in_a_pipe(environ: dict[str, str], expected: bool) -> None:  # noqa: FBT001
    """A pipe gets none unless it is asked for."""
    screen = terminal.screen(io.StringIO(), {"TERM": "xterm", **environ})

    assert (expected, False) == (screen.colour, screen.is_terminal)


def test_what_an_encoding_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks become one plain character each, so that columns stay columns; anything else becomes a question mark."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    monkeypatch.setattr(sys, "stderr", io.StringIO())  # has no encoding to change

    terminal.accept_any_text()
    print("≥1 — é … 世界 ─\udc80", end="", flush=True)

    assert raw.getvalue() == b">1 - \xe9 ~ ?? -?"


def test_only_writing_is_helped() -> None:
    """Bytes that cannot be read stay an error."""
    terminal.accept_any_text()

    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", errors="tally")


def test_a_complaint(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, without what a terminal would act upon; where stderr is closed, stdout gets nothing of it."""
    terminal.complain("no\x1b[2J such\n\u202efile é")
    assert ("", "tally: no[2J such file é\n") == capsys.readouterr()

    monkeypatch.setattr(sys, "stderr", None)
    terminal.complain("no")
    assert capsys.readouterr().out == ""


def test_a_complaint_that_finds_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk behind stderr is no failure of the command."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stderr", full)
        terminal.complain("no")
        monkeypatch.undo()
        full_number = full.fileno()
        with open(os.devnull, "w", encoding="utf-8") as null:
            os.dup2(null.fileno(), full_number)
