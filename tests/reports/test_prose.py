"""Sentences broken to a width."""

from __future__ import annotations

import pytest

from tallystick.reports.prose import item, wrap


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("", 10, [""]),
        ("one two three", 20, ["one two three"]),
        ("one two three", 7, ["one two", "  three"]),
        ("one  two", 20, ["one  two"]),  # two spaces are two
        ("世界 世界", 6, ["世界", "  世界"]),
        ("averylongword x", 5, ["averylongword", "  x"]),  # a path is worth more whole
        ("a\x1b[0mb\nc", 20, ["a[0mb c"]),
    ],
)
def test_wrap(text: str, columns: int, expected: list[str]) -> None:
    """Lines break at spaces and are indented from the second on; a long word stays whole; nothing acts."""
    assert expected == wrap(text, columns, indent=2)


def test_item() -> None:
    """The text stands beside its name and goes on below itself."""
    assert item("name", "one two three", 14, room=6) == ["name  one two", "      three"]
