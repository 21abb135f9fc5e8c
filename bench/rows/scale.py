"""How the time of a first index grows with the history: four times the bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.rounds import Side, alternate

if TYPE_CHECKING:
    from bench.setting import Record, Setting
    from bench.trees import Tree

NAME = "scale"
_ROUNDS = 5


def measure(setting: Setting) -> Record:
    """Time `tally sync` into an empty root on both trees."""
    trees = {"tree": setting.tree(), "large": setting.large()}
    sides = [_side(setting, name, tree) for name, tree in trees.items()]
    found = alternate(sides, min(_ROUNDS, setting.rounds))
    return {"corpora": {name: tree.describe() for name, tree in trees.items()}, "samples": found}


def _side(setting: Setting, name: str, tree: Tree) -> Side:
    return Side(
        name, setting.ours.command("sync"), setting.ours.environment(tree.path), prepare=setting.ours.forget_root
    )
