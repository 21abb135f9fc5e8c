"""Every number can be followed: each evidence that a page of the goldens names can be shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.consoles import play

FOLDER = Path(__file__).parent
PAGES = sorted(path for name in ("receipt", "wasted", "overview") for path in FOLDER.glob(f"{name}*.console"))
COLOUR = re.compile(r"\\e\[\d*m")
EVIDENCE = re.compile(r"\b[0-9a-z-]{8,}:e\d+(?:\.\d+)?\b")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_evidence_can_be_shown(path: Path, tmp_path: Path) -> None:
    """After the session `tally show` finds whatever the session named; a demo's is in the demo."""
    text = path.read_text("utf-8")
    named = sorted(set(EVIDENCE.findall(COLOUR.sub("", text))))
    commands = [line for line in text.splitlines() if line.startswith("$ ")]
    demo = "--demo " if any("--demo" in line for line in commands) and "$SAMPLE" not in text else ""
    shows = [f"$ tally {demo}show {one} > shown; echo {one} $?" for one in named]
    played = play("\n".join([*commands, *shows]), tmp_path).splitlines()

    assert [line for line in played if line.endswith(" 0") and EVIDENCE.match(line)] == [f"{one} 0" for one in named]


def test_there_is_evidence() -> None:
    """The goldens of receipts name some."""
    assert EVIDENCE.search((FOLDER / "receipt.console").read_text("utf-8"))
