"""An exhibit: what one piece of evidence points at."""

from __future__ import annotations


class Exhibit:
    """An event of a transcript: its evidence, facts by name in the order of display, and whether it still stands there.

    `texts` are (what it is, the text), read from the transcript on demand.
    """

    __slots__ = ("evidence", "facts", "is_intact", "state", "texts")

    def __init__(
        self, evidence: str, facts: list[tuple[str, str]], *, state: str, is_intact: bool, texts: list[tuple[str, str]]
    ) -> None:
        self.evidence = evidence
        self.facts = facts
        self.state = state
        self.is_intact = is_intact
        self.texts = texts
