"""The detectors and the naive reference find the same: what was planted, in mixed sessions, and in captures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bench.plant import plant
from bench.plant_check import judge, run_tally

from tallystick.detectors import detect
from tallystick.model.finding import Finding
from tallystick.store.histories import histories
from tallystick.store.index import open_index
from tests.indexes import synced
from tests.pasts import window_of
from tests.reference import wasted
from tests.reference.mixes import mix

CAPTURES = sorted((Path(__file__).parents[1] / "data" / "captures").glob("*/*/projects"))
# What counts as heavy and as collapsed is a matter of measure; the planted trees hold clear cases of both.
MEASURED = {"heavy_payload", "cache_rebuild"}

Key = tuple[str, str, str, int, int, int | None]


def detected(config: Path, root: Path) -> list[Finding]:
    """What the detectors find in a tree."""
    synced(root, config)
    index = open_index(str(root))
    assert index is not None
    with index:
        return [found for history in histories(index, window_of) for found in detect(history)]


def line_of(evidence: str) -> int:
    """The line that an evidence names."""
    return int(evidence.rpartition(":e")[2].partition(".")[0])


def by_detectors(config: Path, root: Path) -> set[Key]:
    """Signature, label, the later event's place, payload and exposure."""
    return {
        (one.signature, one.label, one.transcript, line_of(one.evidence[-1]), one.payload_tokens, one.exposure)
        for one in detected(config, root)
        if one.signature not in MEASURED
    }


def by_reference(config: Path) -> set[Key]:
    """The same, each redundant result in the first row that claims it."""
    booked: dict[Any, dict[str, Any]] = {}
    order = {name: place for place, name in enumerate(wasted.SUMMED)}
    found = [one for one in wasted.find(config) if one["signature"] not in MEASURED]
    for one in sorted(found, key=lambda one: order.get(one["signature"], len(order))):
        row = "direct" if one["signature"] in order else one["signature"]
        booked.setdefault((row, one["later"]), one)
    return {
        (
            *(one["signature"], one["label"], one["later"][0], one["later"][2], one["payload_tokens"]),
            one["exposure_token_turns"] or 0,
        )
        for one in booked.values()
    }


def test_detectors_find_what_was_planted(tmp_path: Path) -> None:
    """Recall and precision are 1 for every signature and label."""
    expected = plant(str(tmp_path / "config"), seed=5)
    found = [
        {
            "signature": one.signature,
            "label": one.label,
            "transcript": one.transcript,
            "evidence": one.evidence,
            "payload_tokens": one.payload_tokens,
            "exposure_token_turns": one.exposure,
        }
        for one in detected(tmp_path / "config", tmp_path / "root")
    ]

    lines, right = judge(expected, {"findings": found, "totals": expected["totals"]})

    assert right, "\n".join(lines)


def test_the_command_says_so(tmp_path: Path) -> None:
    """`tally wasted --json` names them in the form that everybody can read, its sums included."""
    expected = plant(str(tmp_path / "config"), seed=6, only="rehydration")
    (tmp_path / "root").mkdir()

    lines, right = judge(expected, run_tally(str(tmp_path / "config"), str(tmp_path / "root")))

    assert right, "\n".join(lines)


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_mixed_sessions(tmp_path: Path, seed: int) -> None:
    """Everything happens to the same few files; three projects at a time."""
    for number in range(seed, seed + 3):
        mix(tmp_path / "config", number)

    assert by_reference(tmp_path / "config") == by_detectors(tmp_path / "config", tmp_path / "root")


@pytest.mark.parametrize("projects", CAPTURES, ids=lambda path: f"{path.parents[1].name}-{path.parent.name}")
def test_captures(projects: Path, tmp_path: Path) -> None:
    """What a real client wrote."""
    assert by_reference(projects.parent) == by_detectors(projects.parent, tmp_path / "root")
