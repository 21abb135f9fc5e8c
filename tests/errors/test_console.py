"""Every message of a failure as its user sees it: the console files of this folder, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.consoles import play

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.console")), ids=lambda path: path.stem)
def test_message(path: Path, tmp_path: Path, *, update: bool) -> None:
    """A failure prints its line and ends with its code."""
    played = play(path.read_text("utf-8"), tmp_path)
    if update:
        path.write_text(played, "utf-8")

    assert played == path.read_text("utf-8")
    assert "Traceback" not in played
