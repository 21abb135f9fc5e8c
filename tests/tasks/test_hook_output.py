"""Whether less can be had than what the client would have shown."""

from __future__ import annotations

import os
from pathlib import Path

from tallystick.tasks.hook_output import shorten
from tests.hooks.events import PASSING, SESSION

WAY = {"session": SESSION, "call": "c", "tool": "Bash"}


def test_what_is_not_the_whole_is_left_alone(tmp_path: Path) -> None:
    """A file that begins otherwise, a link, a pipe, nothing, more than 8 MiB."""
    root, whole = os.fsencode(tmp_path / "r"), tmp_path / "whole"
    whole.write_text(PASSING * 8)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(whole)
    (tmp_path / "other").write_text("x" + PASSING * 8)
    (tmp_path / "large").write_text(PASSING * 8)
    os.truncate(tmp_path / "large", (8 << 20) + 1)

    def found(name: str) -> str | None:
        return shorten(PASSING, root, {}, words=("pytest",), kept=str(tmp_path / name), **WAY)

    assert found("whole") is not None
    assert [None] * 6 == [found(name) for name in ("pipe", "link", "other", "large", "missing", "a\0b")]
