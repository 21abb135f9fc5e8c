"""The word lists that judge commands and their output, as looked-up sets; `host.words` reads them from data files."""

from __future__ import annotations

import re

NAMES = (
    "viewers",
    "live",
    "network",
    "tests",
    "commits",
    "ci",
    "wrappers",
    "multitools",
    "options",
    "writing",
    "writers",
    "failures",
    "failure_counts",
    "passed",
    "committed",
    "delivered",
    "completions",
    "outages",
    "volatile",
)


class Vocabulary:
    """Every list of `data/words`, compiled once for a sync."""

    __slots__ = (
        "ci",
        "commits",
        "committed",
        "completion_marks",
        "completions",
        "delivered",
        "failure_counts",
        "failures",
        "live",
        "multitools",
        "network",
        "options",
        "outages",
        "passed",
        "success_hints",
        "tests",
        "viewers",
        "volatile",
        "wrappers",
        "writers",
        "writing",
    )

    def __init__(self, lists: dict[str, list[str]]) -> None:
        self.viewers = frozenset(lists["viewers"])
        self.live = frozenset(lists["live"])
        self.network = by_first_word(lists["network"])
        self.tests = by_first_word(lists["tests"])
        self.commits = by_first_word(lists["commits"])
        self.ci = by_first_word(lists["ci"])
        self.wrappers = frozenset(lists["wrappers"])
        self.multitools = frozenset(lists["multitools"])
        self.options = by_program(lists["options"])
        self.writing = by_program(lists["writing"])
        self.writers = by_program(lists["writers"])
        self.failures = read_marks(lists["failures"])
        self.failure_counts = tuple(f" {word}" for word in lists["failure_counts"])
        self.passed = read_marks(lists["passed"])
        self.committed = read_marks(lists["committed"])
        self.delivered = read_marks(lists["delivered"])
        successes = (*self.passed, *self.committed, *self.delivered)
        self.success_hints = shared_marks(tuple(max(mark.text.lower(), mark.beside, key=len) for mark in successes))
        self.completions = tuple(lists["completions"])
        self.completion_marks = shared_marks(self.completions)
        self.outages = tuple(lists["outages"])
        self.volatile = tuple(re.compile(rule) for rule in lists["volatile"])


class Mark:
    """What an output must hold: `text`, and `beside` where there is one, but not `without`; in capitals only where the
    list writes capitals.
    """

    __slots__ = ("beside", "text", "without")

    def __init__(self, text: str, beside: str = "", without: str = "") -> None:
        self.text = text
        self.beside = beside
        self.without = without

    def is_in(self, text: str, lowered: str) -> bool:
        """Say whether an output holds it, given the output also in lower case."""
        if self.text not in (lowered if self.text.islower() else text):
            return False
        return self.beside in lowered and not (self.without and self.without in lowered)


def read_marks(lines: list[str]) -> tuple[Mark, ...]:
    """Read marks: "A" counts alone, "A + B" beside B, "A - B" only where B is absent; ␣ is a space at an end."""
    marks = []
    for line in lines:
        text, _, beside = line.replace("␣", " ").partition(" + ")
        text, _, without = text.partition(" - ")
        marks.append(Mark(text, beside, without))
    return tuple(marks)


def by_first_word(lines: list[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the entries of a list as words, by their first."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for line in lines:
        words = tuple(line.split(" "))
        found[words[0]] = (*found.get(words[0], ()), words)
    return found


def by_program(lines: list[str]) -> dict[str, frozenset[str]]:
    """Return the last word of each entry by what stands before it; a lone program has the empty word."""
    found: dict[str, set[str]] = {}
    for line in lines:
        program, _, last = line.rpartition(" ")
        found.setdefault(program or last, set()).add(last if program else "")
    return {program: frozenset(words) for program, words in found.items()}


def shared_marks(phrases: tuple[str, ...], length: int = 4) -> tuple[str, ...]:
    """Return few short texts of which each phrase holds at least one: a text without any of them holds no phrase."""
    marks = [phrase for phrase in phrases if len(phrase) < length]
    left = [phrase for phrase in phrases if len(phrase) >= length]
    while left:
        counts: dict[str, int] = {}
        for phrase in left:
            for part in {phrase[at : at + length] for at in range(len(phrase) - length + 1)}:
                counts[part] = counts.get(part, 0) + 1
        best = max(sorted(counts), key=counts.__getitem__)
        if counts[best] == 1:
            return (*marks, *left)
        marks.append(best)
        left = [phrase for phrase in left if best not in phrase]
    return tuple(marks)


def entries(text: str) -> list[str]:
    """Return the entries of a word list: its lines without comments and blanks."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]
