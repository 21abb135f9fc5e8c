"""Planted transcripts: every signature and its near-misses, with the findings that must come of them.

    python -m bench.plant OUT [--seed 1] [--only SIGNATURE]
    python -m bench.plant --check [OUT] [--seed 1]

The first writes OUT/projects/ and OUT/expected.json; the same seed gives the same bytes. The second lets `tally wasted
--json` look at such a tree (a fresh one, or OUT) from a root of its own, prints recall and precision of each signature
and label, and ends with 1 unless all of them are 1.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from random import Random
from typing import TYPE_CHECKING, Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from bench.plant_check import judge, run_tally
from bench.plant_scene import STAGES, Scene
from bench.plants import PLANTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Json = dict[str, Any]
# The order in which a result that several rows would claim is given to one of them.
SUMMED = ("exact_reread", "duplicate_inspection", "no_state_retry", "rehydration", "duplicate_subagent_work")


def cast(only: str | None) -> Iterator[tuple[str, str, Callable[[Scene], None], str]]:
    """Every scene of the tree: its signature, hit or near, the act and the stage."""
    for signature, module in PLANTS.items():
        if only in (None, signature):
            for kind, acts in (("hit", module.HITS), ("near", module.NEAR)):
                for act in acts:
                    for stage in module.WHERE.get(act, STAGES):
                        yield signature, kind, act, stage


def plant(root: str, *, seed: int = 1, only: str | None = None) -> Json:
    """Write a planted tree; what must be found in it."""
    random = Random(seed)
    scenes: list[Json] = []
    for number, (signature, kind, act, stage) in enumerate(cast(only)):
        scene = Scene(root, random, number, stage)
        act(scene)
        name = f"{signature}/{kind}/{act.__name__}/{stage}"
        findings = scene.close()
        transcripts = [thread.name for thread in scene.threads]
        row = {"name": name, "signature": signature, "kind": kind, "transcripts": transcripts}
        scenes.append({**row, "findings": findings})
    expected = {"seed": seed, "totals": totals(scenes), "scenes": scenes}
    with open(os.path.join(root, "expected.json"), "w", encoding="utf-8") as file:
        json.dump(expected, file, indent=1)
    return expected


def totals(scenes: list[Json]) -> Json:
    """Direct inefficiency and its exposure: the results of the five summed rows, each once."""
    summed = {
        tuple(finding["later"]): finding
        for scene in scenes
        for finding in scene["findings"]
        if finding["signature"] in SUMMED
    }
    return {
        "direct_tokens": sum(finding["payload_tokens"] for finding in summed.values()),
        "exposure_token_turns": sum(finding["exposure_token_turns"] for finding in summed.values()),
    }


def check(tree: str, expected: Json) -> int:
    """Compare with `tally wasted --json` in a root of its own; 0 where nothing differs."""
    with tempfile.TemporaryDirectory(prefix="plant-root-") as root:
        said = run_tally(tree, root)
    lines, right = judge(expected, said)
    print("\n".join(lines))
    return 0 if right else 1


def main() -> None:
    """Plant a tree, or plant and check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(PLANTS))
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if not args.check:
        if args.out is None or os.path.exists(os.path.join(args.out, "projects")):
            parser.error("name a folder that holds no projects/ yet")
        expected = plant(args.out, seed=args.seed, only=args.only)
        print(f"{len(expected['scenes'])} scenes in {args.out}", file=sys.stderr)
        return
    if args.out:
        with open(os.path.join(args.out, "expected.json"), encoding="utf-8") as file:
            sys.exit(check(args.out, json.load(file)))
    with tempfile.TemporaryDirectory(prefix="plant-") as tree:
        sys.exit(check(tree, plant(tree, seed=args.seed, only=args.only)))


if __name__ == "__main__":
    main()
