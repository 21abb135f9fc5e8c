"""Arguments are looked at before they are used."""

from __future__ import annotations

from typing import Any

import pytest

from tallystick.errors import UsageError
from tallystick.mcp.given import Given

KNOWN: dict[str, Any] = {"path": {}, "kind": {}, "classes": {}, "limit": {}}


def test_what_was_left_out() -> None:
    """Missing, null and empty are the same."""
    for values in (None, {}, {"path": None, "limit": None}, {"path": ""}):
        given = Given(values, KNOWN)
        assert (None, 40, ()) == (
            given.text("path"),
            given.number("limit", 40, 1, 200),
            given.choices("classes", ["a"]),
        )


def test_numbers_are_kept_within_bounds() -> None:
    """What is beyond becomes the nearest that is allowed; a whole float counts."""
    assert [1, 200, 7] == [Given({"limit": one}, KNOWN).number("limit", 40, 1, 200) for one in (-5, 900, 7.0)]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"clay": 1}, "there is no argument 'clay'; there are path, kind, classes, limit"),
        ({"path": 5}, "path must be a text"),
        ({"path": "a\0b"}, "path must be a text"),
        ({"path": "a" * 20_001}, "path must be a text of at most 20000 characters"),
        ({"kind": "c"}, "kind must be one of a, b"),
        ({"classes": "a"}, "classes must be a list"),
        ({"classes": ["a", 3]}, "classes must be a list"),
        ({"limit": True}, "limit must be a whole number"),
        ({"limit": "4"}, "limit must be a whole number"),
        ({"limit": 4.5}, "limit must be a whole number"),
        ({"limit": float("inf")}, "limit must be a whole number"),
        ({"limit": float("nan")}, "limit must be a whole number"),
    ],
)
def test_wrong_ones_are_named(values: dict[str, Any], said: str) -> None:
    """One line that says which and why."""
    with pytest.raises(UsageError, match=said):
        asked(values)


def asked(values: dict[str, Any]) -> None:
    """Ask for every argument."""
    given = Given(values, KNOWN)
    given.text("path")
    given.choice("kind", ["a", "b"]) if "kind" in values else None
    given.choices("classes", ["a", "b"])
    given.number("limit", 40, 1, 200)
