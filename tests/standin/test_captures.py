"""The captures that are checked in: complete, small, clean, and true to the log by a plain count of their lines."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.standin.make_captures import ABSENT, CAPTURES
from tests.standin.plain import count_lines
from tests.standin.scenarios import SCENARIOS

FOUND = sorted(path.parent for path in CAPTURES.glob("*/*/expected.json"))
PLACE = r'"(?:cwd|workingDirectory|file_path|filePath|transcript_path)":"(?!/srv/tally/)'
UNCLEAN = re.compile(
    rf"{PLACE}|Linux \d|/root/|sk-ant-(?!not)|[\w.+-]+@(?!anthropic\.com)[\w-]+\.\w+|<system-reminder>"
)


def test_every_scenario_is_captured_with_both_clients() -> None:
    """The older client lacks the one that needs a flag it does not know."""
    for version in ("2.1.332", "2.1.197"):
        here = {path.name for path in FOUND if path.parent.name == version}
        assert here == set(SCENARIOS) - set(ABSENT.get(version, ()))


@pytest.mark.parametrize("capture", FOUND, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_lines_hold_what_the_log_says(capture: Path) -> None:
    """The client's lines and the stand-in's log tell the same numbers."""
    expected = json.loads((capture / "expected.json").read_text(encoding="utf-8"))["in_lines"]
    assert count_lines(capture / "projects") == expected


def test_nothing_of_the_machine_or_of_a_person_is_in_them() -> None:
    """No kernel, no home, no key, no address, no prompt of the client's."""
    unclean = [
        (str(path.relative_to(CAPTURES)), found.group())
        for path in sorted(CAPTURES.rglob("*.json*"))
        for found in UNCLEAN.finditer(path.read_text(encoding="utf-8"))
    ]
    assert unclean == []


def test_they_stay_small() -> None:
    """Under three megabytes in all."""
    assert sum(path.stat().st_size for path in CAPTURES.rglob("*") if path.is_file()) < 3_000_000
