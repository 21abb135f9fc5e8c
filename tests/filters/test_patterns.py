"""Patterns that wait for their first use."""

from __future__ import annotations

import pytest

from tallystick.filters.patterns import Pattern


def test_compiles_when_used() -> None:
    """The three ways to use a pattern, whichever comes first."""
    assert Pattern(r"(\d+)").match("12a") is not None
    assert Pattern(r"(\d+)$").search("a12") is not None
    assert Pattern(r"\d").sub("x", "a1") == "ax"


def test_knows_no_more() -> None:
    """A name that a compiled pattern lacks is an error, not a silence."""
    with pytest.raises(AttributeError):
        _ = Pattern("a").nothing
