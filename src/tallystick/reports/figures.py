"""Numbers as a reader sees them: separators, short forms of three digits, and marks for what is not certain.

Unknown is a dash, a lower bound carries its mark, and nothing that is more than zero is shown as zero.
"""

from __future__ import annotations

from tallystick.kernel.money import usd

UNKNOWN = "—"
AT_LEAST = "≥"
_UNITS = ("", "k", "M", "G", "T", "P", "E")


def count(number: int) -> str:
    """Return a whole number with thousands separators."""
    return f"{number:,}"


def short(number: int) -> str:
    """Return a whole number in three digits and a unit (1,234,567 -> 1.23M), rounded half away from zero."""
    if number < 0:
        return f"-{short(-number)}"
    for unit, name in enumerate(_UNITS):
        for places in (2, 1, 0) if unit else (0,):
            digits = str(_rounded(number * 10**places, 1000**unit))
            if len(digits) <= 3:
                return (f"{digits[:-places]}.{digits[-places:]}" if places else digits) + name
    return count(number)


def _rounded(number: int, divisor: int) -> int:
    return (2 * number + divisor) // (2 * divisor)


def tokens(number: int, *, at_least: bool = False) -> tuple[str, str]:
    """Return a token count in full and in short, marked where it is a lower bound."""
    mark = AT_LEAST if at_least else ""
    return mark + count(number), mark + short(number)


def cost(atto: int | None, *, at_least: bool = False) -> tuple[str, ...]:
    """Return an amount in attodollars as dollars and cents, from $100 on in short without cents; None is unknown."""
    if atto is None:
        return (UNKNOWN,)
    mark = AT_LEAST if at_least else ""
    if atto and usd(atto, 2) == "0.00":
        # "At least less than a cent" would say nothing.
        return (f"{mark}${usd(atto, 4).rstrip('0').rstrip('.')}" if at_least else "<$0.01",)
    whole, _, cents = usd(atto, 2).partition(".")
    full = f"{mark}${int(whole):,}.{cents}"
    return (full, f"{mark}${int(usd(atto, 0)):,}") if len(whole) > 2 else (full,)


def percent(part: int, whole: int) -> str:
    """Return a share in whole percent; what is more than nothing is at least "<1%", nothing of nothing is unknown."""
    if not whole:
        return UNKNOWN
    rounded = _rounded(100 * part, whole)
    return "<1%" if part and not rounded else f"{rounded}%"


def size(number: int) -> str:
    """Return a number of bytes in a unit that a person reads."""
    return f"{number} bytes" if number < 1000 else f"{short(number)}B"


def plural(number: int, one: str, many: str = "") -> str:
    """Return a count with its noun."""
    return f"{count(number)} {one if number == 1 else many or one + 's'}"
