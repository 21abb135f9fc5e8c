"""All detectors over an index that is up to date: the whole command, its memory, and ten times the history."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bench.memory import watch
from bench.rounds import Side, alternate

if TYPE_CHECKING:
    from bench.setting import Record, Setting
    from bench.trees import Tree

NAME = "detectors"
_WORDS = ("wasted", "--json")


def measure(setting: Setting) -> Record:
    """Time the command on the tree; time the detectors alone, in one process, on it and on a tenth of it."""
    tree, tenth = setting.tree(), setting.tenth()
    setting.ours.forget_root()
    command, environment = setting.ours.command(*_WORDS), setting.ours.environment(tree.path)
    samples: Record = dict(alternate([Side("wasted", command, environment)], setting.rounds))
    peak = watch(command, environment)
    looked = json.loads(setting.ours.run_module("bench.looking", str(setting.rounds), *_roots(setting, tree, tenth)))
    return {
        "corpora": {"tree": tree.describe(), "tenth": tenth.describe()},
        "samples": samples | looked["samples"],
        "events": looked["events"],
        "peaks": {"wasted": {"wasted": [peak.plain()]}},
    }


def _roots(setting: Setting, tree: Tree, tenth: Tree) -> list[str]:
    """Index both trees, each into a root of its own, and return the roots."""
    roots = []
    for name, one in (("root-tree", tree), ("root-tenth", tenth)):
        root = setting.throwaway(name)
        setting.ours.run_tally("sync", "--root", root, tree=one.path)
        roots.append(root)
    return roots
