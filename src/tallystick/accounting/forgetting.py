"""What compactions dropped: the sentences of a dropped stretch that state a decision, against the summary behind it.

A round is one compaction: it drops what was said since the last one, except lines that it preserved, and its summary is
looked for among the next four things said. A small compaction drops tool results only, so it is no round.
"""

from __future__ import annotations

from tallystick.accounting import decisions
from tallystick.model.talk import BOUNDARY, CALL, SUMMARY, TEXT, Decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tallystick.accounting.decisions import Phrases
    from tallystick.model.talk import Said

_NEAR = 4  # things said behind a boundary among which its summary stands
_FOLLOWERS = 3  # calls named after a sentence


class Rounds:
    """Follows what was said: `found` are the decisions dropped so far, `count` the compactions."""

    __slots__ = ("_behind", "_open", "_phrases", "count", "found")

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._open: list[Said] = []
        self._behind: int | None = None  # things said since a boundary whose summary has not come yet
        self.count = 0
        self.found: list[Decision] = []

    def follow(self, talk: Iterable[Said]) -> None:
        """Read a transcript's talk to its end; what no compaction dropped is not forgotten."""
        for said in talk:
            if said.kind == BOUNDARY:
                self._cut(said.preserved)
                self._behind = 0
            elif said.kind == SUMMARY:
                if self._behind is None:  # an old client writes no boundary
                    self._cut(frozenset())
                self._compare(said.text)
                self._behind = None
            else:
                self._open.append(said)
                if self._behind is not None:
                    self._behind += 1
                    self._behind = self._behind if self._behind < _NEAR else None

    def _cut(self, preserved: frozenset[str]) -> None:
        self.count += 1
        for place, said in enumerate(self._open):
            if said.kind == TEXT and said.uuid not in preserved:
                for sentence in decisions.sentences(said.text):
                    kind = self._phrases.classify(sentence)
                    if kind:
                        self.found.append(Decision(kind, self.count, said, sentence, self._followers(place)))
        self._open = [said for said in self._open if said.uuid in preserved]

    def _followers(self, place: int) -> tuple[str, ...]:
        """Return the calls between a text and the next one, in a few words each."""
        calls: list[str] = []
        for said in self._open[place + 1 :]:
            if said.kind != CALL or len(calls) == _FOLLOWERS:
                break
            calls.append(said.text)
        return tuple(calls)

    def _compare(self, summary: str) -> None:
        held = decisions.folded(summary).casefold()
        for decision in self.found:
            if decision.round == self.count:
                decision.survived = decisions.survives(decision.text, held)
