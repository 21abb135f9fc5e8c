"""Addresses of objects, and numbers that are none."""

from __future__ import annotations

import pytest

from tallystick.filters.addresses import apply
from tallystick.filters.context import Context


@pytest.mark.parametrize(
    ("text", "expected", "count"),
    [
        ("<Kiln at 0x7f3a5c0d1e20>", "<Kiln at 0xADDR1>", 1),
        ("0x7F3A5C0D1E20 0x7f3a5c0d1e20 0x7f3a5c0d1e21", "0xADDR1 0xADDR1 0xADDR2", 3),
        ("object at 0x1a2b3c", "object at 0xADDR1", 1),
        ("colour 0x1a2b3c, mask 0xdeadbeef", "colour 0x1a2b3c, mask 0xdeadbeef", 0),
        ("sha 0x" + "a" * 40, "sha 0x" + "a" * 40, 0),  # longer than an address
        ("x0x7f3a5c0d1e20 0x7f3a5c0d1e20g", "x0x7f3a5c0d1e20 0x7f3a5c0d1e20g", 0),  # part of a word
        ("at 0x1a2b", "at 0x1a2b", 0),
    ],
)
def test_numbered(text: str, expected: str, count: int) -> None:
    """One number an address, whatever its letters' case."""
    assert (expected, count) == apply(text, Context())
    assert apply(expected, Context()) == (expected, 0)
