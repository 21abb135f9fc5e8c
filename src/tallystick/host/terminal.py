"""The terminal: how wide and high it is, whether it takes colour, and what it cannot spell."""

from __future__ import annotations

import codecs
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

_PIPE = 200  # columns: whoever reads a pipe wants the digits
_NARROWEST = 20

# One character each, so that columns stay columns where the encoding has no better.
_PLAIN = {"≥": ">", "—": "-", "…": "~", "·": "-", "×": "x", "─": "-", "│": "|"} | dict.fromkeys("┌┐└┘├┤", "+")


class Screen:
    """Where text goes: columns, whether it may be coloured, whether a person is looking."""

    __slots__ = ("colour", "is_terminal", "width")

    def __init__(self, width: int, *, colour: bool = False, is_terminal: bool = False) -> None:
        self.width = width
        self.colour = colour
        self.is_terminal = is_terminal


def screen(stream: TextIO | None, environ: Mapping[str, str], *, no_color: bool = False) -> Screen:
    """Describe a stream: COLUMNS, else the terminal's width; colour where a terminal takes it and nobody objects."""
    if stream is None:  # the caller closed it
        return Screen(_PIPE)
    is_terminal = stream.isatty()
    colour = is_terminal and environ.get("TERM", "") not in {"", "dumb"}
    if environ.get("FORCE_COLOR", "0") != "0":
        colour = True
    if no_color or environ.get("NO_COLOR"):
        colour = False
    return Screen(_width(stream, environ, is_terminal=is_terminal), colour=colour, is_terminal=is_terminal)


def _width(stream: TextIO, environ: Mapping[str, str], *, is_terminal: bool) -> int:
    given = environ.get("COLUMNS", "")
    if given.isascii() and given.isdigit() and int(given):
        return max(int(given), _NARROWEST)
    if not is_terminal:
        return _PIPE
    try:
        return max(os.get_terminal_size(stream.fileno()).columns, _NARROWEST)
    except OSError:
        return 80


def complain(text: str) -> None:
    """Say something on stderr, in one line that no terminal acts upon; where nobody can be told, nothing happens."""
    from tallystick.kernel.display import clean

    if sys.stderr is None:  # the caller closed it; print would take stdout, which is for what was asked
        return
    try:
        sys.stderr.write(f"tally: {clean(text)}\n")
        sys.stderr.flush()
    except OSError:
        return


def accept_any_text() -> None:
    """Let stdout and stderr take every character: what their encoding lacks becomes one plain character."""
    codecs.register_error("tally", _replace)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="tally")


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wanted = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in wanted), error.end
