"""The first index of a history, with every hash: `tally sync` into an empty root, beside the peer's totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.rounds import alternate

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "first-index"


def measure(setting: Setting) -> Record:
    """Time both sides; the root is taken away before each of our runs."""
    tree = setting.tree()
    ours = setting.run_ours(tree, "sync", prepare=setting.ours.forget_root)
    found = alternate([ours, setting.run_peer(tree)], setting.rounds)
    return {"corpus": tree.describe(), "samples": found}
