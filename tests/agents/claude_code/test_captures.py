"""What the real client wrote gives what it was served, by the log of the stand-in that answered it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tallystick.tasks.direct import read_totals
from tests.agents.readings import Read
from tests.casebook.found import found_directly, found_in_index
from tests.indexes import differences, dump, synced
from tests.standin.make_captures import CAPTURES

FOUND = sorted(path.parent for path in CAPTURES.glob("*/*/expected.json"))
KEYS = ("input_tokens", "cache_write_5m_tokens", "cache_write_1h_tokens", "cache_read_tokens", "output_tokens")
Counts = dict[str, int]
captures = pytest.mark.parametrize("capture", FOUND, ids=lambda path: f"{path.parent.name}-{path.name}")


def expected_of(capture: Path) -> dict[str, Any]:
    """The truth of one capture."""
    found: dict[str, Any] = json.loads((capture / "expected.json").read_text(encoding="utf-8"))
    return found


def picked(counts: dict[str, Any], like: Counts) -> Counts:
    """Those counts that the truth names."""
    return {key: counts.get(key, 0) for key in like}


@captures
def test_lines_hold_what_was_served(capture: Path, tmp_path: Path) -> None:
    """Totals are those of the log, minus what no line holds; nothing is refused; so too without an index."""
    expected = expected_of(capture)["in_lines"]

    synced(tmp_path, capture)
    found = found_in_index(tmp_path, capture / "projects")
    direct = found_directly(read_totals([str(capture)], {}))

    assert picked(found["totals"], expected) == expected
    assert picked(direct["totals"], expected) == expected
    assert found["totals"]["cache_write_unknown_tokens"] == 0
    assert found["rejections"] == []


@captures
def test_what_only_the_client_knows_stands_apart(capture: Path, tmp_path: Path) -> None:
    """Unattributed usage is the client's own sum beyond the lines; where it keeps none, there is none."""
    expected = expected_of(capture)["unattributed"] or dict.fromkeys(KEYS, 0)

    synced(tmp_path, capture)
    found = found_in_index(tmp_path, capture / "projects")["unattributed"]

    assert {key: found[key] for key in KEYS} == {key: expected[key] for key in KEYS}


@captures
def test_sessions_and_children_are_told_apart(capture: Path, tmp_path: Path) -> None:
    """What was served to each session and to children stands there, where every request left a line."""
    expected = expected_of(capture)
    hidden = expected["served"]["all"]["responses"] - expected["in_lines"]["responses"]
    synced(tmp_path, capture)
    found = found_in_index(tmp_path, capture / "projects")
    children = sum(row["subagent_responses"] for row in found["by_session"].values())

    if not hidden and not expected["in_lines"]["lower_bound_responses"]:
        served = expected["served_by_session"]
        assert {name: picked(found["by_session"][name], counts) for name, counts in served.items()} == served
        assert children == expected["served_to_subagents"]["responses"]
    assert children <= expected["served_to_subagents"]["responses"]


@captures
def test_capture_comes_bit_by_bit(capture: Path, tmp_path: Path) -> None:
    """Files that come last first, each in two parts cut in mid-line, give the index that one sync gives."""
    whole, root, config = tmp_path / "whole", tmp_path / "root", tmp_path / "config"
    paths = sorted((capture / "projects").rglob("*.json*"), reverse=True)
    for path in paths:
        place = config / path.relative_to(capture)
        place.parent.mkdir(parents=True, exist_ok=True)
        data = path.read_bytes()
        if path.suffix == ".jsonl":
            place.write_bytes(data[: len(data) // 2])
            synced(root, config)
        place.write_bytes(data)
        synced(root, config)
    shutil.copytree(config, tmp_path / "copy")

    synced(whole, tmp_path / "copy")

    assert differences(dump(whole, tmp_path / "copy"), dump(root, config)) == {}


def test_both_decoders_find_the_same_in_every_capture() -> None:
    """Typed and plain decoding of the client's own lines agree to the byte, and refuse nothing."""
    for path in sorted(CAPTURES.rglob("*.jsonl")):
        lines = path.read_bytes().split(b"\n")
        typed, plain = Read(lines, typed=True), Read(lines, typed=False)

        assert typed.everything() == plain.everything()
        assert typed.rejections == []
