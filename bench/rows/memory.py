"""Peak memory of a first index and of totals without one, for three shapes of history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.memory import watch

if TYPE_CHECKING:
    from bench.setting import Record, Setting
    from bench.trees import Tree

NAME = "memory"
_RUNS = 3
_COMMANDS = {"sync": ("sync",), "spent --no-index": ("spent", "--no-index")}


def measure(setting: Setting) -> Record:
    """Watch each command on each tree, without a root."""
    trees = {"tree": setting.tree(), "large": setting.large(), "single": setting.single()}
    corpora = {name: tree.describe() for name, tree in trees.items()}
    return {"corpora": corpora, "peaks": {name: _watch(setting, tree) for name, tree in trees.items()}}


def _watch(setting: Setting, tree: Tree) -> dict[str, list[dict[str, Any]]]:
    peaks: dict[str, list[dict[str, Any]]] = {name: [] for name in _COMMANDS}
    for name, words in _COMMANDS.items():
        for _ in range(_RUNS):
            setting.ours.forget_root()
            seen = watch(setting.ours.command(*words), setting.ours.environment(tree.path))
            peaks[name].append(seen.plain())
    return peaks
