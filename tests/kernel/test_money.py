"""Money: decimal text in, whole attodollars inside, rounding only where it is printed."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.errors import PriceError
from tallystick.kernel.money import dollars, exact, millionths, per_request, per_token, scale, usd

ATTOS = st.integers(-(10**30), 10**30)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3.75", 3_750_000),
        ("0", 0),
        ("0.000001", 1),
        ("10", 10_000_000),
        ("1.50000000", 1_500_000),
        ("007.5", 7_500_000),
    ],
)
def test_decimal_text_becomes_millionths(text: str, expected: int) -> None:
    """Six decimals are kept exactly; zeros behind them and in front say nothing."""
    assert expected == millionths(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("0.0000001", "'0.0000001' has more than six decimals"),
        ("1234567890", "'1234567890' is too large for a price"),
        *((text, f"{text!r} is not a plain decimal number of zero or more; write it like 3.75") for text in (
            "-1", "+1", "", ".5", "3.", "1e3", "1,5", "nan", "inf", " 1", "1 ", "٣", "²", "1_0", "0x1", "1.2.3",
        )),
    ],
)  # fmt: skip
def test_other_text_is_refused(text: str, fault: str) -> None:
    """A sign, an exponent, another digit or a seventh decimal is refused, never rounded or read kindly."""
    with pytest.raises(PriceError) as raised:
        millionths(text)

    assert fault == str(raised.value)


def test_long_text_is_cut_in_the_message() -> None:
    """A message stays one line whatever it quotes."""
    with pytest.raises(PriceError) as raised:
        millionths("9" * 5000)

    assert len(str(raised.value)) < 100


def test_rates_are_whole_attodollars() -> None:
    """3.75 USD a million is 3.75e-6 USD = 3.75e12 atto a token; 10 USD a thousand is a cent = 1e16 atto a request."""
    assert (3_750_000_000_000, 10**16) == (per_token("3.75"), per_request("10"))


def test_scale_is_exact_or_refused() -> None:
    """Times 1.1 of 10 atto is 11; of 1 atto it would need a finer unit."""
    assert 11 == scale(10, 1_100_000)
    with pytest.raises(PriceError, match="is finer than 1e-18 USD; use a shorter factor"):
        scale(1, 1_100_000)


@pytest.mark.parametrize(
    ("atto", "places", "expected"),
    [
        (12_340_000_000_000_000_000, 2, "12.34"),
        (5 * 10**15, 2, "0.01"),  # half a cent, away from zero
        (-5 * 10**15, 2, "-0.01"),
        (4_999_999_999_999_999, 2, "0.00"),
        (-4_999_999_999_999_999, 2, "0.00"),  # never -0.00
        (15 * 10**17, 0, "2"),
        (999_999 * 10**12, 2, "1.00"),
        (1, 18, "0.000000000000000001"),
        (0, 2, "0.00"),
    ],
)
def test_printing_rounds_half_away_from_zero(atto: int, places: int, expected: str) -> None:
    """One rule of rounding, in both directions, and no minus before a zero."""
    assert expected == usd(atto, places)


@given(ATTOS, st.integers(0, 17))
def test_printing_agrees_with_decimal(atto: int, places: int) -> None:
    """The decimal module rounds to the same digits."""
    with localcontext(prec=60):
        rounded = Decimal(atto).scaleb(-18).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)

    assert Decimal(usd(atto, places)) == rounded


@pytest.mark.parametrize(
    ("atto", "expected"),
    [(8_484_000_000_000_000, "0.008484"), (0, "0"), (10**18, "1"), (-25 * 10**17, "-2.5"), (1, "0.000000000000000001")],
)
def test_exact_is_the_shortest_text(atto: int, expected: str) -> None:
    """No zero stands at the end, and none is lost."""
    assert expected == exact(atto)


@given(ATTOS)
def test_exact_says_all_of_it(atto: int) -> None:
    """The text read back is the amount."""
    with localcontext(prec=60):
        assert atto == int(Decimal(exact(atto)).scaleb(18))


@pytest.mark.parametrize(
    ("atto", "places", "expected"),
    [
        (0, 2, "$0.00"),
        (1, 2, "<$0.01"),
        (-1, 2, "-<$0.01"),
        (4 * 10**15, 2, "<$0.01"),
        (5 * 10**15, 2, "$0.01"),
        (-123 * 10**16, 2, "-$1.23"),
        (10**17, 0, "<$1"),
    ],
)
def test_something_never_prints_as_nothing(atto: int, places: int, expected: str) -> None:
    """What is not zero but rounds to it says so."""
    assert expected == dollars(atto, places)
