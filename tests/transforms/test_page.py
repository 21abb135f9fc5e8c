"""The page on the library: its blocks run one after the other, as a reader would run them."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from tests.consoles import ROOT, lay
from tests.test_docs import play

PAGE = ROOT / "docs" / "transforms.md"
BLOCK = re.compile(r"```(python|text|console)\n(.*?)```\n", re.DOTALL)


def run(code: str, names: dict[str, object]) -> str:
    """Run a block and return what it printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "docs/transforms.md", "exec"), names)
    return printed.getvalue()


def test_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, update: bool) -> None:
    """What a block prints is what the page shows below it; a session at a shell shows what it prints."""
    environment = lay(tmp_path)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    text = PAGE.read_text("utf-8")
    names: dict[str, object] = {}
    printed = ""

    def replay(block: re.Match[str]) -> str:
        nonlocal printed
        kind, code = block.groups()
        if kind == "python":
            printed = run(code, names)
            return block[0]
        shown = printed if kind == "text" else play(code, environment | {"COLUMNS": "100"}, tmp_path / "work")
        return f"```{kind}\n{shown}```\n"

    played = BLOCK.sub(replay, text)
    if update:
        PAGE.write_text(played, "utf-8")

    assert played == PAGE.read_text("utf-8")
