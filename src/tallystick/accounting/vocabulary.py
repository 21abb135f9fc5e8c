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
        self.volatile = tuple(re.compile(rule) for rule in lists["volatile"])


def entries(text: str) -> list[str]:
    """Return the entries of a word list: its lines without comments and blanks."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]
