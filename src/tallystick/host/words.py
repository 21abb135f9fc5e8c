"""Reads the word lists shipped in `data/words`."""

from __future__ import annotations

import os

from tallystick.accounting.vocabulary import NAMES, Vocabulary, entries

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "words")


def load() -> Vocabulary:
    """Return every shipped word list."""
    lists = {}
    for name in NAMES:
        with open(os.path.join(_FOLDER, name + ".txt"), encoding="utf-8") as handle:
            lists[name] = entries(handle.read())
    return Vocabulary(lists)
