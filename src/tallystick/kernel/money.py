"""Money as whole attodollars (1e-18 USD): read from decimal text, scaled, summed and printed without a float.

A price with at most six decimals per million tokens is a whole number of attodollars per token, and so is that
price times two of the book's factors. What would not come out whole is refused, never rounded.
"""

from __future__ import annotations

USD = 10**18
MILLION = 10**6


def millionths(text: str) -> int:
    """Read plain decimal text ("3.75") as whole millionths (3750000); PriceError for a sign, an exponent, more than
    nine digits before the point or more than six decimals after it.
    """
    from tallystick.errors import PriceError  # the tree of errors is more than a render may load

    whole, point, fraction = text.partition(".")
    if not _is_digits(whole) or (point and not _is_digits(fraction)):
        raise PriceError(f"{text[:40]!r} is not a plain decimal number of zero or more; write it like 3.75")
    fraction = fraction.rstrip("0")
    if len(fraction) > 6:
        raise PriceError(f"{text[:40]!r} has more than six decimals")
    whole = whole.lstrip("0") or "0"
    if len(whole) > 9:
        raise PriceError(f"{text[:40]!r} is too large for a price")
    return int(whole) * MILLION + int(fraction.ljust(6, "0"))


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def per_token(text: str) -> int:
    """Turn USD per million tokens ("3.75") into attodollars per token (3750000000000)."""
    return millionths(text) * MILLION


def per_request(text: str) -> int:
    """Turn USD per thousand requests ("10") into attodollars per request (10000000000000000)."""
    return millionths(text) * 10**9


def scale(atto: int, factor: int) -> int:
    """Multiply an amount by a factor given in millionths; PriceError where the result is no whole attodollar."""
    scaled, rest = divmod(atto * factor, MILLION)
    if rest:
        from tallystick.errors import PriceError

        raise PriceError(f"{exact(atto)} USD times {factor}/1000000 is finer than 1e-18 USD; use a shorter factor")
    return scaled


def usd(atto: int, places: int) -> str:
    """Print an amount in USD with so many decimals, rounded half away from zero; never "-0"."""
    unit = 10 ** (18 - places)
    whole, rest = divmod(abs(atto), unit)
    if 2 * rest >= unit:
        whole += 1
    text = str(whole).zfill(places + 1)
    if places:
        text = f"{text[:-places]}.{text[-places:]}"
    return "-" + text if atto < 0 and whole else text


def exact(atto: int) -> str:
    """Print an amount in USD as the shortest decimal text that says it exactly ("0.008484")."""
    whole, rest = divmod(abs(atto), USD)
    text = f"{whole}.{rest:018}".rstrip("0").rstrip(".")
    return "-" + text if atto < 0 else text


def dollars(atto: int, places: int = 2) -> str:
    """Print an amount for a reader: "$12.34", and "<$0.01" for what is not nothing but rounds to it."""
    text = usd(abs(atto), places)
    sign = "-" if atto < 0 else ""
    if atto and not text.strip("0."):
        return f"{sign}<${text[:-1]}1"
    return f"{sign}${text}"
