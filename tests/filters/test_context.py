"""The context: what is unknown is so by default."""

from __future__ import annotations

from tallystick.filters.context import Context


def test_program() -> None:
    """The first word, "" where the command is unknown."""
    assert not Context().program
    assert Context(words=("cargo", "test")).program == "cargo"
