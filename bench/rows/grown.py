"""A report after one transcript grew by 50 KB: `tally spent`, which reads and stores what is new, beside the peer."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from bench.rounds import alternate
from bench.rows.totals import agrees_with_peer
from bench.timing import Failed, run
from bench.trees import copy, let_grow

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "grown"


def measure(setting: Setting) -> Record:
    """Let the tree grow before each of our runs; the peer then reads the same grown tree."""
    given = setting.tree()
    tree = copy(given, setting.throwaway("grown"))
    setting.ours.forget_root()
    run(setting.ours.command("sync"), setting.ours.environment(tree.path))
    numbers = itertools.count()
    grown: list[int] = []
    ours = setting.run_ours(tree, "spent", prepare=lambda: grown.append(let_grow(tree, next(numbers))))
    found = alternate([ours, setting.run_peer(tree)], setting.rounds)
    if not agrees_with_peer(setting, tree):
        raise Failed("after all that growth the totals differ from the peer's")
    return {"corpus": given.describe(), "grown_bytes": grown[1:], "samples": found}
