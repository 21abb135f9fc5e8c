"""What the real client wrote while it played a script: the detectors find what the script did, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.detectors.judging import TRUTH, judge
from tests.standin.make_captures import CAPTURES

CLIENT = CAPTURES / "2.1.332"


@pytest.mark.parametrize("scenario", TRUTH)
def test_script_is_the_truth(scenario: str, tmp_path: Path) -> None:
    """The captures that are kept."""
    judge(scenario, CLIENT / scenario, tmp_path)
