"""Renders in this process: a home with the captured sessions, a payload in, the lines out."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tallystick.statusline.door import render

DATA = Path(__file__).parents[1] / "data" / "statusline"
CAPTURED_HOME = "/srv/tally/screen/home"


def lay_sessions(home: Path) -> None:
    """Put the captured transcripts where their client left them, in another home."""
    shutil.copytree(DATA / "projects", home / ".claude" / "projects")


def payload(name: str, home: Path) -> dict[str, Any]:
    """A payload as a client in that home would have sent it."""
    text = (DATA / f"{name}.json").read_text(encoding="utf-8").replace(CAPTURED_HOME, str(home))
    found: dict[str, Any] = json.loads(text)
    return found


def rendered(
    value: object, home: Path, *words: str, keep: bool = True, environ: Mapping[str, str] | None = None
) -> str:
    """What a render prints; `keep` lets it leave what it leaves."""
    surroundings = {"HOME": str(home), "TALLY_ROOT": str(home / "root"), **(environ or {})}
    text, work = render(value, words, surroundings, time.monotonic())
    if work is not None and keep:
        work.finish()
    return text


def legible(text: str) -> str:
    """A text whose escapes can be read."""
    return text.replace("\033", "\\e")
