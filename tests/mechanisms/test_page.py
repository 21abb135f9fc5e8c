"""The page on the mechanisms: its blocks run one after the other, and each prints what the page shows below it."""

from __future__ import annotations

import contextlib
import io
import re

from tallystick.mechanisms import MECHANISMS
from tests.consoles import ROOT

PAGE = ROOT / "docs" / "mechanisms.md"
BLOCK = re.compile(r"```python\n(.*?)```\n(.*?)```text\n.*?```\n", re.DOTALL)


def run(code: str, names: dict[str, object]) -> str:
    """Run a block and return what it printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, str(PAGE), "exec"), names)
    return printed.getvalue()


def test_blocks(*, update: bool) -> None:
    """The worked session is what the code does."""
    names: dict[str, object] = {}
    text = PAGE.read_text("utf-8")
    played = BLOCK.sub(lambda b: f"```python\n{b[1]}```\n{b[2]}```text\n{run(b[1], names)}```\n", text)
    if update:
        PAGE.write_text(played, "utf-8")

    assert played == PAGE.read_text("utf-8")


def test_every_transformation_is_named() -> None:
    """The page says of each change on which surface it is recorded."""
    text = " ".join(PAGE.read_text("utf-8").split())

    for one in MECHANISMS:
        for name, surface in one.CHANGES.items():
            assert f"`{name}`" in text
            assert f"`{surface}`" in text
