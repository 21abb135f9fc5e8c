"""The few ways in which a page stands out where colour is allowed; without it text comes back as it went in."""

from __future__ import annotations


def bold(text: str, colour: bool) -> str:  # noqa: FBT001 - reads as "bold, if coloured"
    """Return a text that stands out."""
    return f"\x1b[1m{text}\x1b[0m" if colour and text else text


def dim(text: str, colour: bool) -> str:  # noqa: FBT001 - see bold
    """Return a text that stands back."""
    return f"\x1b[2m{text}\x1b[0m" if colour and text else text


def warn(text: str, colour: bool) -> str:  # noqa: FBT001 - see bold
    """Return a text that asks for attention."""
    return f"\x1b[33m{text}\x1b[0m" if colour and text else text
