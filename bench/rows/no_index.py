"""Totals alone, nothing stored: `tally spent --no-index`, beside the peer, which never stores anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.rounds import alternate

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "no-index"


def measure(setting: Setting) -> Record:
    """Time both sides without a root."""
    tree = setting.tree()
    ours = setting.run_ours(tree, "spent", "--no-index", prepare=setting.ours.forget_root)
    found = alternate([ours, setting.run_peer(tree)], setting.rounds)
    return {"corpus": tree.describe(), "samples": found}
