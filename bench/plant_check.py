"""Judges what a detector said of a planted tree: recall and precision by signature and label."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

Json = dict[str, Any]
Key = tuple[str, str]
TIMEOUT_S = 300
SHOWN = 12


def run_tally(tree: str, root: str) -> Json:
    """What `tally wasted --json` says of a tree, from a root of its own."""
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("TALLY_", "CLAUDE", "XDG_"))}
    environ["HOME"] = root
    command = [sys.executable, "-m", "tallystick", "wasted", "--json", "--root", root, "--config-dir", tree]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    if done.returncode:
        sys.exit(f"tally wasted ended with {done.returncode}: {done.stderr.strip()}")
    said: Json = json.loads(done.stdout)
    return said


class Places:
    """Finds which place of the truth an evidence means: the call's line and the result's are the same event."""

    def __init__(self, evidence: str) -> None:
        name, _, line = evidence.rpartition(":e")
        self.name = name.removeprefix("agent-")
        self.line = int(line.partition(".")[0])

    def at(self, place: list[Any]) -> bool:
        """Whether the evidence stands on one of a place's lines."""
        transcript, *lines = place
        return transcript.startswith(self.name) and self.line in lines


def fits(expected: Json, said: Json) -> bool:
    """Whether a finding is the expected one: what, how sure, where, how much and how long."""
    if any(expected[key] != said[key] for key in ("signature", "label")):
        return False
    for key in ("payload_tokens", "exposure_token_turns"):
        if expected.get(key) is not None and expected[key] != said[key]:
            return False
    evidence = [Places(one) for one in said["evidence"]]
    later = expected.get("anywhere") or [expected["later"]]
    if not any(one.at(place) for one in evidence for place in later):
        return False
    earlier = expected["earlier"]
    return not earlier or any(one.at(place) for one in evidence for place in earlier)


def match(expected: list[Json], said: list[Json]) -> tuple[list[Json], list[Json], list[Json]]:
    """Pair findings; the pairs' expected ones, what was missed, and what was said without need."""
    by_key: dict[Key, list[Json]] = {}
    for finding in said:
        by_key.setdefault((finding["signature"], finding["label"]), []).append(finding)
    paired, missed = [], []
    for want in expected:
        rest = by_key.get((want["signature"], want["label"]), [])
        got = next((one for one in rest if fits(want, one)), None)
        if got is None:
            missed.append(want)
        else:
            rest.remove(got)
            paired.append(want)
    return paired, missed, [one for rest in by_key.values() for one in rest]


def judge(expected: Json, said: Json) -> tuple[list[str], bool]:
    """Lines to print, and whether every recall and precision is 1 and the sums agree."""
    wanted = [{**finding, "scene": s["name"]} for s in expected["scenes"] for finding in s["findings"]]
    paired, missed, extra = match(wanted, said["findings"])
    counts = {
        kind: Counter(key_of(one) for one in rows)
        for kind, rows in (("hit", paired), ("missed", missed), ("extra", extra))
    }
    near = Counter(s["signature"] for s in expected["scenes"] if s["kind"] == "near")
    lines = [f"{'signature':25} {'label':20} {'hits':>5} {'near':>5} {'recall':>7} {'precision':>9}"]
    for key in sorted({key for one in counts.values() for key in one}):
        hit, lost, more = (counts[kind][key] for kind in ("hit", "missed", "extra"))
        recall, precision = share(hit, lost), share(hit, more)
        lines.append(f"{key[0]:25} {key[1]:20} {hit + lost:5} {near[key[0]]:5} {recall:>7} {precision:>9}")
    lines += [f"missed: {one['scene']}: {brief(one)}" for one in missed[:SHOWN]]
    lines += [f"beyond: {scene_of(expected, one)}: {brief(one)}" for one in extra[:SHOWN]]
    wrong = [key for key, value in expected["totals"].items() if said["totals"].get(key) != value]
    lines += [f"total {key}: {said['totals'].get(key)} instead of {expected['totals'][key]}" for key in wrong]
    return lines, not (missed or extra or wrong)


def share(hit: int, other: int) -> str:
    """A ratio, to four places and never rounded up to 1."""
    return "-" if not hit + other else "1.0" if not other else f"{min(0.9999, hit / (hit + other)):.4f}"


def key_of(finding: Json) -> Key:
    """Signature and label."""
    return finding["signature"], finding["label"]


def brief(finding: Json) -> str:
    """A finding in a few words."""
    where = finding.get("evidence") or [finding["earlier"][:1], finding["later"]]
    numbers = (finding.get(key) for key in ("payload_tokens", "exposure_token_turns"))
    return " ".join(map(str, (*key_of(finding), where, *numbers)))


def scene_of(expected: Json, finding: Json) -> str:
    """The scene that a finding lies in."""
    names = {name: s["name"] for s in expected["scenes"] for name in s["transcripts"]}
    return str(names.get(str(finding.get("transcript", "")).removeprefix("agent-")))
