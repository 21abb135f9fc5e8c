"""Every command as its user sees it: the console files of this folder, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.cli.main import COMMANDS
from tests.consoles import play

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.console")), ids=lambda path: path.stem)
def test_session(path: Path, tmp_path: Path, *, update: bool) -> None:
    """A session prints what its file shows."""
    played = play(path.read_text("utf-8"), tmp_path)
    if update:
        path.write_text(played, "utf-8")

    assert played == path.read_text("utf-8")


def test_every_command_has_a_session() -> None:
    """A command without a console file is not tested as its user sees it."""
    assert {path.stem.partition("_")[0] for path in FOLDER.glob("*.console")} >= set(COMMANDS)
