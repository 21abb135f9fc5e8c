"""Where a text may be cut: lines first, and never inside of one character."""

from __future__ import annotations

import pytest

from tallystick.filters.cuts import back, forth, head_end, is_inside, is_line, tail_begin


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("ab", []),
        ("e\u0301x", [1]),  # a letter and its accent
        ("\r\n", [1]),
        ("\n\r", []),
        ("👩\u200d🔧!", [1, 2]),  # woman, joiner, wrench
        ("👍\U0001f3fd", [1]),  # a skin tone
        ("❤\ufe0f", [1]),
        ("🇦🇺🇳🇿", [1, 3]),  # two flags of two letters each
        ("\ud83d\ude00", [1]),  # a pair that was never put together
        ("\ud83d\ud83d", []),
        ("각", [] if len("각") == 1 else [1, 2]),
        ("\u1100\u1161\u11a8", [1, 2]),
    ],
)
def test_inside(text: str, inside: list[int]) -> None:
    """The places where a cut would part one character."""
    assert inside == [at for at in range(len(text) + 1) if is_inside(text, at)]


def test_moves() -> None:
    """A cut moves to the nearest place before or behind; marks without end are cut all the same."""
    text = "ab" + "e\u0301" + "cd"
    assert (2, 4) == (back(text, 3), forth(text, 3))
    assert (1, 1) == (back(text, 1), forth(text, 1))
    endless = "a" + "\u0301" * 500
    assert back(endless, 200) == 136
    assert forth(endless, 200) == 264
    assert forth("a\u0301", 1) == 2
    assert back("\u0301" * 9, 5) == 0


def test_ends_on_lines() -> None:
    """A head ends and a tail begins with a line, unless that gives away half of the room."""
    text = "one\ntwo\nthree\n"
    assert text[: head_end(text, 6)] == "one\n"
    assert text[tail_begin(text, 8) :] == "three\n"
    assert text[tail_begin(text, 6) :] == "three\n"
    assert text[: head_end("x" * 30, 10)] == text[:10]
    assert tail_begin("x" * 30, 10) == 20
    assert tail_begin("x", 10) == 0
    assert [at for at in range(9) if is_line(text, at)] == [0, 4, 8]
