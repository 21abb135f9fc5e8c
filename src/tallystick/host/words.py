"""Reads the word lists shipped in `data/words`."""

from __future__ import annotations

import os

from tallystick.accounting.vocabulary import NAMES, Vocabulary, entries

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "words")
_loaded: list[Vocabulary] = []


def decisions() -> list[str]:
    """Return the phrases that state a decision, each with its class, as written in the list."""
    with open(os.path.join(_FOLDER, "decisions.txt"), encoding="utf-8") as handle:
        return entries(handle.read())


def load() -> Vocabulary:
    """Return the shipped word lists that a sync needs, read once a process."""
    if not _loaded:
        lists = {}
        for name in NAMES:
            with open(os.path.join(_FOLDER, name + ".txt"), encoding="utf-8") as handle:
                lists[name] = entries(handle.read())
        _loaded.append(Vocabulary(lists))
    return _loaded[0]
