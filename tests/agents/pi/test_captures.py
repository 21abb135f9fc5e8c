"""What the real pi wrote gives what it was served, by the log of the stand-in that answered it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tallystick.tasks.direct import read_totals
from tests.casebook.found import found_directly, found_in_index
from tests.detectors.judging import wasted
from tests.indexes import synced
from tests.standin.make_pi_captures import CAPTURES
from tests.standin.pi_scenarios import PI_SCENARIOS

FOUND = sorted(path.parent for path in CAPTURES.glob("*/*/expected.json"))
WRITES = ("cache_write_5m_tokens", "cache_write_1h_tokens", "cache_write_unknown_tokens")
captures = pytest.mark.parametrize("capture", FOUND, ids=lambda path: f"{path.parent.name}-{path.name}")


def comparable(counts: dict[str, Any], like: dict[str, int]) -> dict[str, int]:
    """The counts that the truth names, cache writes in one sum: the older pi does not write down how long they last."""
    found = {name: counts.get(name, 0) for name in like if name not in WRITES}
    return found | {"cache_write_tokens": sum(counts.get(name, 0) for name in WRITES)}


def test_every_scenario_is_captured_with_both() -> None:
    """The present pi, and the last one of the old name."""
    found = {(path.parent.name, path.name) for path in FOUND}
    assert found == {(version, name) for version in ("1.6.0", "0.73.1") for name in PI_SCENARIOS}


@captures
def test_entries_hold_what_was_served(capture: Path, tmp_path: Path) -> None:
    """Totals are those of the log, minus what no entry holds; copies of a fork count once; so too without an index."""
    expected = json.loads((capture / "expected.json").read_text(encoding="utf-8"))["in_lines"]

    synced(tmp_path, capture)
    found = found_in_index(tmp_path, capture / "sessions")
    direct = found_directly(read_totals([str(capture)], {}))

    assert comparable(expected, expected) == comparable(found["totals"], expected)
    assert comparable(expected, expected) == comparable(direct["totals"], expected)
    assert [] == found["rejections"]


@pytest.mark.parametrize("version", ["1.6.0", "0.73.1"])
def test_what_a_compaction_kept_is_not_called_forgotten(version: str, tmp_path: Path) -> None:
    """The first half was dropped and is read again; the second was kept, so that it came twice for nothing.

    Lines: in the newer pi's session the reads' results are lines 7 and 9 (the older writes no system message: 6 and
    8), the compaction two lines on, and the same reads again seven lines further each: 14 and 16, or 13 and 15.
    """
    first = {"1.6.0": 7, "0.73.1": 6}[version]
    found = wasted(CAPTURES / version / "compact", tmp_path / "root")

    lines = {one["signature"]: [int(where.partition(":e")[2]) for where in one["evidence"]] for one in found}
    assert {"rehydration": [first, first + 7], "exact_reread": [first + 2, first + 9]} == lines
