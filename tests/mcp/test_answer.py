"""An answer holds both forms, and its size is that of its JSON."""

from __future__ import annotations

from tallystick.mcp.answer import Answer, size


def test_size_is_that_of_compact_json() -> None:
    """Letters count as they are."""
    assert len('{"a":["é",1]}') == size({"a": ["é", 1]})
    assert ("x", {"a": 1}) == (Answer("x", {"a": 1}).text, Answer("x", {"a": 1}).structured)
