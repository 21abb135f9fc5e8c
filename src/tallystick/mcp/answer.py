"""An answer: the same thing as text for whoever reads it and as an object for whoever computes with it."""

from __future__ import annotations

from typing import Any

# Characters of one answer's JSON. Clients cut what is longer than 25,000 tokens, and hashes and ids take a token for
# less than three characters.
CHARACTERS = 60_000


class Answer:
    """What a tool says; a client that understands `structured` shows the model nothing else."""

    __slots__ = ("structured", "text")

    def __init__(self, text: str, structured: dict[str, Any]) -> None:
        self.text = text
        self.structured = structured


def size(value: object) -> int:
    """Return how many characters a value's compact JSON has."""
    import json

    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
