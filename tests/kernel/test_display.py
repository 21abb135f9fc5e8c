"""Text for a terminal: what is taken out, how wide the rest is, and how it is cut."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.kernel import display
from tallystick.kernel.display import ELLIPSIS, clean, cut, cut_front, pad, pad_front, width

ANY_TEXT = st.text(st.characters())  # lone surrogates included


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain text", "plain text"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),  # the escape goes; what is left is harmless letters
        ("a\tb\nc\r\nd", "a b c  d"),
        ("bell\x07back\x08null\x00", "bellbacknull"),
        ("\x9b31m", "31m"),  # the one-byte escape of eight-bit terminals
        ("gpj.\u202egnp", "gpj.gnp"),  # right-to-left override
        ("a\u2066b\u2069", "ab"),  # isolates
        ("pay\u200bpal\ufeff", "paypal"),  # zero-width space, byte order mark
        ("👩\u200d💻", "👩💻"),  # a joiner is seen by nobody
        ("\u2764\ufe0f", "\u2764"),  # a variation selector likewise
        ("a\U000e0041\U000e0001b", "ab"),  # tags
        ("a\u3164b\u115fc\u034fd", "abcd"),  # fillers and the grapheme joiner
        ("a\u00a0b\u3000c\u2028d", "a b c d"),
        ("a\udc80b", "a\ufffdb"),
        ("héllo 世界", "héllo 世界"),
    ],
)
def test_clean(text: str, expected: str) -> None:
    """Controls, direction marks and the invisible go, spaces of any kind become plain ones, letters stay."""
    assert expected == clean(text)


@given(ANY_TEXT)
def test_clean_leaves_nothing_that_acts(text: str) -> None:
    """Whatever comes in, no control or format character and no half of a character comes out; twice changes nothing."""
    shown = clean(text)

    assert set(map(unicodedata.category, shown)) & {"Cc", "Cf", "Cs", "Zl", "Zp"} == set()
    assert shown == clean(shown)
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("plain", 5),
        ("héllo", 5),
        ("世界", 4),
        ("\uff46\uff55\uff4c\uff4c", 8),
        ("e\u0301", 1),  # a letter and its combining accent
        ("🎉", 2),
        ("🇩🇪", 2),  # a flag is two letters of one column
        ("\u1112\u1161\u11ab", 2),  # three jamo, one syllable
        ("각", 2),
        ("≥1", 2),
        ("\U0001faff", 2),  # unassigned to this Python, an emoji block all the same
        ("\u0378", 1),  # unassigned elsewhere
    ],
)
def test_width(text: str, expected: int) -> None:
    """Columns are those of a terminal that follows Unicode's widths."""
    assert expected == width(text)


@pytest.mark.parametrize(
    ("text", "columns", "from_front", "from_end"),
    [
        ("plain", 5, "plain", "plain"),
        ("plain", 4, "pla…", "…ain"),
        ("plain", 1, "…", "…"),
        ("plain", 0, "", ""),
        ("世界人", 5, "世界…", "…界人"),
        ("世界人", 4, "世…", "…人"),  # half a wide character cannot be shown
        ("xe\u0301y", 2, "x…", "…y"),
        ("xe\u0301", 1, "…", "…"),
        ("aae\u0301", 2, "a…", "…e\u0301"),
        ("ae\u0301\u0301", 1, "…", "…"),  # marks without their letter go as well
    ],
)
def test_cut(text: str, columns: int, from_front: str, from_end: str) -> None:
    """What does not fit is cut at either end, marked, and never takes more than its columns."""
    assert from_front == cut(text, columns)
    assert from_end == cut_front(text, columns)


@given(ANY_TEXT.map(clean), st.integers(0, 12))
def test_cut_fits(text: str, columns: int) -> None:
    """A cut text fits, a text that fitted is whole, and only the mark is added."""
    for shown, kept in ((cut(text, columns), text.startswith), (cut_front(text, columns), text.endswith)):
        assert width(shown) <= columns
        assert shown == text if width(text) <= columns else kept(shown.strip(ELLIPSIS))


def test_pad() -> None:
    """Padding counts columns, not characters; a text that is too long is left alone."""
    assert pad("世", 4) == "世  "
    assert pad_front("世", 4) == "  世"
    assert pad("plain", 3) == pad_front("plain", 3) == "plain"


def test_our_own_signs_are_as_wide_as_unicode_says() -> None:
    """The table that saves loading Unicode's says the same."""
    expected = {sign: 2 if unicodedata.east_asian_width(sign) in {"W", "F"} else 1 for sign in display._OURS}

    assert expected == display._OURS
