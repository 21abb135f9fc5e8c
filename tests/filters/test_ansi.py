"""ANSI stripping: each kind of sequence by hand, complete and broken off."""

from __future__ import annotations

import pytest

from tallystick.filters.ansi import apply
from tallystick.filters.context import Context

CASES = [
    # text, what is left, sequences
    ("plain\n", "plain\n", 0),
    ("\x1b[1;31merror\x1b[0m: kiln\x1b[K\n", "error: kiln\n", 3),
    ("\x1b[38;2;10;20;30mtrue colour\x1b[m", "true colour", 2),
    ("\x1b[?25l\x1b[2J\x1b[1 qhidden", "hidden", 3),
    # strings: a title that BEL ends, a link that ST ends, a DCS over two lines
    ("\x1b]0;title\x07text", "text", 1),
    ("\x1b]8;;https://kiln.example\x1b\\link\x1b]8;;\x1b\\ end", "link end", 4),
    ("\x1bPq#0\n#1\x1b\\picture", "picture", 2),
    ("\x1b_app\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\end", "end", 6),
    # broken off: by the end, by a line feed, by another sequence
    ("\x1b]0;title", "0;title", 1),
    ("\x1b]0;title\nline\x07", "0;title\nline", 2),
    ("\x1b]0;ti\x1b[1mtle\x07", "0;title", 3),
    # character sets, keypad modes, reset, save and restore, index
    ("\x1b(B\x1b)0\x1b=\x1b>\x1bc\x1b7\x1b8\x1bMtext", "text", 8),
    ("\x1b F7-bit \x1b  indented \x1b one", "7-bit   indented  one", 3),
    # no sequence at all
    ("a\x1b\nb", "a\nb", 1),
    ("a\x1b", "a", 1),
    ("\x1b[31", "[31", 1),
    ("\x1b[3\nm", "[3\nm", 1),
    ("\x1b\x1b[1mtext", "text", 2),
    # 8-bit: complete ones go; what may be a letter of another encoding stays
    ("\x9b1mbold\x9b0m", "bold", 2),
    ("\x9b1\x9b1mm", "1m", 2),
    ("quoted \x93so\x94 and \x9bx", "quoted \x93so\x94 and \x9bx", 0),
    ("\x9d0;title\x9ctext \x9d0;t\x07", "text ", 2),
    ("\x9d no end", "\x9d no end", 0),
    ("\x9b\x07 \x9b\x0e1m", "\x9b ", 3),
    ("ding\x07 \x0eshift\x0f", "ding shift", 3),
]


@pytest.mark.parametrize(("text", "left", "count"), CASES)
def test_strip(text: str, left: str, count: int) -> None:
    """What is left and how many sequences went; a second pass finds nothing."""
    assert (left, count) == apply(text, Context())
    assert (left, 0) == apply(left, Context())
