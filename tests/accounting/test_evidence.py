"""Evidence: short, unique, and with a part only where a line holds several objects."""

from __future__ import annotations

import pytest

from tallystick.accounting.evidence import name, prefixes


@pytest.mark.parametrize(
    ("line", "part", "expected"), [(143, 1, "8f2c91aa:e143"), (143, 2, "8f2c91aa:e143.2"), (7, 0, "8f2c91aa:e7")]
)
def test_name(line: int, part: int, expected: str) -> None:
    """Line and part of an event."""
    assert name("8f2c91aa", line, part) == expected


def test_prefixes_are_lengthened_until_unique() -> None:
    """Eight characters, more only where another id starts alike; an id that is the start of another stays whole."""
    found = prefixes(["8f2c91aa-1111", "8f2c91aa-1122", "b51c0001-77", "a", "8f2c91aa-1111", "c0ffee00", "c0ffee00-1"])

    assert found == {
        "8f2c91aa-1111": "8f2c91aa-111",
        "8f2c91aa-1122": "8f2c91aa-112",
        "b51c0001-77": "b51c0001",
        "a": "a",
        "c0ffee00": "c0ffee00",
        "c0ffee00-1": "c0ffee00-",
    }
