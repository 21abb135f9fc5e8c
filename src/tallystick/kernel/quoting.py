"""Words as a shell reads them back."""

from __future__ import annotations


def quote(word: str) -> str:
    """Return a word as sh reads it back."""
    plain = word and all(character.isalnum() or character in "/._-+" for character in word) and word.isascii()
    return word if plain else "'" + word.replace("'", "'\\''") + "'"
