"""A report when nothing changed since the last one: `tally spent` with a full index, beside the peer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.rounds import alternate
from bench.timing import run

if TYPE_CHECKING:
    from bench.setting import Record, Setting

NAME = "unchanged"


def measure(setting: Setting) -> Record:
    """Build the index once, then time both sides."""
    tree = setting.tree()
    setting.ours.forget_root()
    run(setting.ours.command("sync"), setting.ours.environment(tree.path))
    found = alternate([setting.run_ours(tree, "spent"), setting.run_peer(tree)], setting.rounds)
    return {"corpus": tree.describe(), "samples": found}
