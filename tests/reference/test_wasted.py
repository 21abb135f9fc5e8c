"""The naive reference finds in a planted tree what was planted there, to the line and the token-turn, and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from bench.plant import plant
from bench.plant_check import judge
from bench.plants import PLANTS

from tests.reference import wasted
from tests.reference.mixes import mix

LEAST = 20


def as_said(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The reference's findings in the words of `tally wasted --json`."""
    rows = []
    for one in found:
        places = (*one["earlier"], one["later"])
        rows.append({**one, "evidence": [f"{name}:e{line}" for name, _, line in places], "transcript": one["later"][0]})
    return {"findings": rows, "totals": wasted.totals(found)}


@pytest.mark.parametrize("seed", [1, 2])
def test_reference_finds_what_was_planted(tmp_path: Path, seed: int) -> None:
    """Two accounts of one tree, one kept while writing it and one made by reading it, are the same."""
    expected = plant(str(tmp_path), seed=seed)

    lines, right = judge(expected, as_said(wasted.find(tmp_path)))

    assert right, "\n".join(lines)


def test_there_is_enough_of_each(tmp_path: Path) -> None:
    """Twenty hits and twenty near-misses at least, of each signature; and of each label that a rule can give."""
    expected = plant(str(tmp_path))
    kinds = Counter((scene["signature"], scene["kind"]) for scene in expected["scenes"])
    labels = Counter((one["signature"], one["label"]) for scene in expected["scenes"] for one in scene["findings"])

    assert {(name, kind): True for name in PLANTS for kind in ("hit", "near")} == {
        key: count >= LEAST for key, count in kinds.items()
    }
    assert [key for key, count in labels.items() if count < LEAST] == []


def test_same_seed_same_bytes(tmp_path: Path) -> None:
    """A tree can be named by its seed."""
    trees = []
    for name in ("a", "b"):
        plant(str(tmp_path / name), seed=3, only="no_state_retry")
        files = sorted((tmp_path / name).rglob("*"))
        trees.append([(str(p.relative_to(tmp_path / name)), p.read_bytes()) for p in files if p.is_file()])

    assert trees[0] == trees[1]


def test_judge_notices(tmp_path: Path) -> None:
    """One finding lost, one too many, one token or turn or line off: each is seen."""
    expected = plant(str(tmp_path), only="rehydration")
    said = as_said(wasted.find(tmp_path))
    first, rest = said["findings"][0], said["findings"][1:]
    spoiled = [
        rest,
        [first, *said["findings"]],
        *([{**first, key: first[key] + 1}, *rest] for key in ("payload_tokens", "exposure_token_turns")),
        [{**first, "label": "UNKNOWN"}, *rest],
        [{**first, "evidence": ["nobody:e1", *first["evidence"][1:]]}, *rest],
    ]

    verdicts = [judge(expected, {**said, "findings": findings})[1] for findings in spoiled]

    assert judge(expected, said)[1]
    assert verdicts == [False] * len(spoiled)


def test_mixes_hold_everything(tmp_path: Path) -> None:
    """The mixed sessions that detectors are compared on do meet the rules, and can be read as they stand."""
    for seed in range(40):
        mix(tmp_path, seed)

    found = Counter(one["signature"] for one in wasted.find(tmp_path))

    assert {name for name in PLANTS if found[name] >= 3} >= set(wasted.SUMMED)
    for path in tmp_path.rglob("*.jsonl"):
        assert all(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
