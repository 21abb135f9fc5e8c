"""Sentences that state a decision, found by their words alone: what was decided, what was rejected, and why.

A sentence of 25 to 400 characters that holds a phrase of a class is of that class; the first class in the list's order
wins. Code between fences says nothing. No model judges anything here.
"""

from __future__ import annotations

import re

METHOD = "regex_v1"
CLASSES = ("decision", "rejected", "reason")
SHORTEST, LONGEST = 25, 400  # characters of a sentence

_FENCED = re.compile(r"^```.*?(?:^```|\Z)", re.DOTALL | re.MULTILINE)
_ENDS = re.compile(r"(?<=[.!?])[\"')\]*]*\s+|\n+|(?<=[\u3002\uff01\uff1f])")
_MARKS = re.compile(r"^(?:[-*+>#|]+|\d+[.)])\s+")
_SPACE = re.compile(r"\s+")


class Phrases:
    """The phrases of each class, compiled once."""

    __slots__ = ("_classes",)

    def __init__(self, lines: list[str]) -> None:
        by_class: dict[str, list[str]] = {name: [] for name in CLASSES}
        for line in lines:
            name, _, phrase = line.partition(": ")
            by_class[name].append(re.escape(phrase).replace("'", "['’]"))
        self._classes = tuple(
            (name, re.compile(rf"\b(?:{'|'.join(phrases)})\b", re.IGNORECASE)) for name, phrases in by_class.items()
        )

    def classify(self, sentence: str) -> str | None:
        """Return the class of a sentence, None where it states no decision."""
        for name, phrases in self._classes:
            if phrases.search(sentence):
                return name
        return None


def sentences(text: str) -> list[str]:
    """Return the sentences of a text that are neither too short nor too long, without marks of lists and headings."""
    found = []
    for piece in _ENDS.split(_FENCED.sub("\n", text)):
        sentence = folded(_MARKS.sub("", piece.strip()))
        if SHORTEST <= len(sentence) <= LONGEST:
            found.append(sentence)
    return found


def folded(text: str) -> str:
    """Return a text with every run of white space as one space."""
    return _SPACE.sub(" ", text).strip()


def survives(sentence: str, summary: str) -> bool:
    """Say whether a summary (folded, in lower case) holds a sentence to the letter, upper and lower case alike."""
    return sentence.casefold() in summary
