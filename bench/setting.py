"""What every row of the bench is given: both sides, the trees, a place for throwaway files, the number of rounds."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bench.rounds import Side, nothing
from bench.trees import Tree, make

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.ours import Ours
    from bench.peer import Peer

Record = dict[str, Any]


@dataclass(frozen=True)
class Given:
    """Trees from outside, by the part they play; without one the bench makes its own."""

    tree: str | None = None
    large: str | None = None
    single: str | None = None
    checked: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setting:
    """A run of the bench."""

    ours: Ours
    peer: Peer
    cache: str
    work: str
    rounds: int
    seed: int
    size_mb: float
    given: Given

    def tree(self) -> Tree:
        """The tree of most rows."""
        return self._one(self.given.tree, self.size_mb)

    def large(self) -> Tree:
        """One of four times the size."""
        return self._one(self.given.large, 4 * self.size_mb)

    def tenth(self) -> Tree:
        """One of a tenth of the size."""
        return self._one(None, self.size_mb / 10)

    def single(self) -> Tree:
        """One session of a fifth of the size, with its children."""
        return self._one(self.given.single, self.size_mb / 5, single=True)

    def run_ours(self, tree: Tree, *words: str, prepare: Callable[[], None] = nothing) -> Side:
        """Our side with a command line of `tally`."""
        return Side("ours", self.ours.command(*words), self.ours.environment(tree.path), prepare)

    def run_peer(self, tree: Tree) -> Side:
        """The peer on the same tree."""
        return Side("peer", self.peer.command(), self.peer.environment(tree.path))

    def throwaway(self, name: str) -> str:
        """A place beside the trees that nothing else uses."""
        return os.path.join(self.work, name)

    def _one(self, given: str | None, size_mb: float, *, single: bool = False) -> Tree:
        if given is not None:
            return Tree(os.path.abspath(given), None)
        return make(self.cache, seed=self.seed, size_mb=size_mb, single=single)
