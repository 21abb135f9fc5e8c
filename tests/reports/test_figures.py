"""Figures: separators, short forms, marks; nothing uncertain looks certain."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.reports import figures

USD = 10**18


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, "0"),
        (7, "7"),
        (999, "999"),
        (1000, "1.00k"),
        (1234, "1.23k"),
        (1235, "1.24k"),  # half away from zero
        (9_994, "9.99k"),
        (9_995, "10.0k"),
        (99_949, "99.9k"),
        (99_950, "100k"),
        (999_499, "999k"),
        (999_500, "1.00M"),
        (189_221_445, "189M"),
        (8_767_733, "8.77M"),
        (2_500_000_000, "2.50G"),
        (10**21, "1,000,000,000,000,000,000,000"),
    ],
)
def test_short(number: int, expected: str) -> None:
    """Three digits and a unit; rounding up into a fourth digit takes the next unit."""
    assert expected == figures.short(number)


@given(st.integers(1, 10**18))
def test_short_is_near(number: int) -> None:
    """A short form is within half of its last digit, and never nothing."""
    text = figures.short(number)
    digits = text.rstrip("kMGTPE")
    unit = 1000 ** "?kMGTPE".index(text[-1]) if text != digits else 1
    last = Decimal(unit).scaleb(-len(digits.partition(".")[2]))

    assert abs(Decimal(digits) * unit - number) * 2 <= last
    assert Decimal(digits) > 0


def test_less_than_nothing() -> None:
    """A negative number in short is the short one with a sign."""
    assert (figures.short(-1_234_567), figures.short(-20)) == ("-1.23M", "-20")


def test_tokens() -> None:
    """A count carries its mark in both forms."""
    assert figures.tokens(1234) == ("1,234", "1.23k")
    assert figures.tokens(1234, at_least=True) == ("≥1,234", "≥1.23k")


@pytest.mark.parametrize(
    ("atto", "at_least", "expected"),
    [
        (None, False, ("—",)),
        (0, False, ("$0.00",)),
        (0, True, ("≥$0.00",)),
        (USD // 1000, False, ("<$0.01",)),
        (USD // 250, True, ("≥$0.004",)),
        (1, True, ("≥$0",)),
        (USD // 200, False, ("$0.01",)),  # half a cent, away from zero
        (12345 * USD // 1000, False, ("$12.35",)),
        (1234567 * USD // 1000, False, ("$1,234.57", "$1,235")),
        (99995 * USD // 1000, True, ("≥$100.00", "≥$100")),
    ],
)
def test_cost(atto: int | None, at_least: bool, expected: tuple[str, ...]) -> None:  # noqa: FBT001 - a column of the table
    """Money has cents; less than a cent is not nothing; unknown is a dash; large sums also come without cents."""
    assert expected == figures.cost(atto, at_least=at_least)


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [(0, 0, "—"), (0, 5, "0%"), (1, 1000, "<1%"), (5, 1000, "1%"), (1, 3, "33%"), (2, 3, "67%"), (3, 3, "100%")],
)
def test_percent(part: int, whole: int, expected: str) -> None:
    """A share of nothing is unknown, and a small one is not none."""
    assert expected == figures.percent(part, whole)


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_percent_rounds_half_up(part: int, whole: int) -> None:
    """Rounding is that of the decimal module's half-up."""
    exact = (Decimal(100) * part / whole).quantize(Decimal(1), ROUND_HALF_UP)

    assert figures.percent(part, whole) == ("<1%" if part and not exact else f"{exact}%")


def test_plural_and_size() -> None:
    """Nouns agree, bytes have units."""
    assert [figures.plural(n, "file") for n in (0, 1, 2000)] == ["0 files", "1 file", "2,000 files"]
    assert figures.plural(2, "entry", "entries") == "2 entries"
    assert [figures.size(n) for n in (999, 1500, 36_549_355)] == ["999 bytes", "1.50kB", "36.5MB"]
