"""What the client of today writes while it plays a script, as the detectors see it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.detectors.judging import TRUTH, judge

if TYPE_CHECKING:
    from tests.real_client.conftest import Play

pytestmark = pytest.mark.needs("claude")


@pytest.mark.parametrize("scenario", TRUTH)
def test_script_is_the_truth(scenario: str, play: Play, tmp_path: Path) -> None:
    """Seven signatures, made anew."""
    judge(scenario, play(scenario).config, tmp_path)
