"""Text with our own colours."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel.display import clean, width
from tallystick.kernel.styled import bare, fit, name, painted

PLAIN = st.text().map(clean)
STYLED = st.lists(PLAIN | st.tuples(st.sampled_from(["31", "38;5;48"]), PLAIN).map(lambda pair: painted(*pair))).map(
    "".join
)
SEQUENCE = re.compile(r"\033\[[0-9;]*m")


@given(text=STYLED, columns=st.integers(0, 30))
def test_a_cut_text_is_whole(text: str, columns: int) -> None:
    """It is no wider, ends inside no sequence and with no colour, and begins as the text does."""
    found = fit(text, columns)

    assert not columns or width(bare(found)) <= max(columns, 1)
    assert "\033" not in SEQUENCE.sub("", found)
    assert SEQUENCE.findall(found)[-1:] in ([], ["\033[0m"])
    assert text == found or bare(text).startswith(bare(found).removesuffix("…"))


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("plain", 0, "plain"),
        ("plain", 5, "plain"),
        ("plain", 4, "pla…"),
        ("\033[31mred\033[0m end", 7, "\033[31mred\033[0m end"),
        ("\033[31mred\033[0m end", 6, "\033[31mred\033[0m e…"),
        ("\033[31mred\033[0m end", 3, "\033[31mre…\033[0m"),
        ("\033[31mred\033[0m\033[32mmore\033[0m", 4, "\033[31mred\033[0m\033[32m…\033[0m"),
        ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"),
        ("e\u0301e\u0301e\u0301", 2, "e\u0301…"),
        ("ab", 1, "…"),
        ("cost $12.40", 10, "cost $…"),  # half of a number is another number
        ("of 12,345", 7, "of …"),
        ("12 pots", 4, "12 …"),
        ("\033[31minput:\033[0m12,345 tokens", 10, "\033[31minput:\033[0m…"),
    ],
)
def test_fit(text: str, columns: int, expected: str) -> None:
    """Wide letters count twice, marks stay with their letter, a colour that is open is closed."""
    assert expected == fit(text, columns)


@given(text=STYLED)
def test_bare(text: str) -> None:
    """What is left holds no escape."""
    assert SEQUENCE.sub("", text) == bare(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, ""),
        ("", ""),
        ("  a\tb \n", "a b"),
        ("\x1b[31mred\x1b]0;t\x07", "[31mred]0;t"),
        ("a\u202eb\u200bc", "abc"),
        ("x" * 10_000, "x" * 99 + "…"),
        ("語" * 10_000, "語" * 49 + "…"),
    ],
)
def test_name(text: str | None, expected: str) -> None:
    """No escape, no mark that turns letters round, no more than a hundred columns."""
    assert expected == name(text)
