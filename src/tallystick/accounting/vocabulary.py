"""The word lists that judge commands and their output, as looked-up sets; `host.words` reads them from data files."""

from __future__ import annotations

import re

NAMES = (
    "viewers",
    "network",
    "tests",
    "commits",
    "ci",
    "wrappers",
    "multitools",
    "failures",
    "completions",
    "volatile",
)


class Vocabulary:
    """Every list of `data/words`, compiled once for a sync."""

    __slots__ = (
        "ci",
        "commits",
        "completion_marks",
        "completions",
        "failures",
        "multitools",
        "network",
        "network_first",
        "tests",
        "viewers",
        "volatile",
        "wrappers",
    )

    def __init__(self, lists: dict[str, list[str]]) -> None:
        self.viewers = frozenset(lists["viewers"])
        self.network = frozenset(lists["network"])
        self.network_first = frozenset(entry.split(" ")[0] for entry in lists["network"])
        self.tests = tuple(lists["tests"])
        self.commits = tuple(lists["commits"])
        self.ci = tuple(lists["ci"])
        self.wrappers = frozenset(lists["wrappers"])
        self.multitools = frozenset(lists["multitools"])
        self.failures = tuple(
            (mark, unless) for mark, _, unless in (line.partition(" - ") for line in lists["failures"])
        )
        self.completions = tuple(lists["completions"])
        self.completion_marks = shared_marks(self.completions)
        self.volatile = tuple(re.compile(rule) for rule in lists["volatile"])


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
