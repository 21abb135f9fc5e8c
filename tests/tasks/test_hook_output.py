"""What the client would have shown, and whether less can be had."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tallystick.tasks.hook_output import persisted, shorten
from tests.hooks.events import PASSING, SESSION

SHOWN = """\
<persisted-output>
Output too large (106.3KB). Full output saved to: /x/b1.txt

Preview (first 2KB):
{}
...
</persisted-output>"""
WAY = {"session": SESSION, "call": "c", "tool": "Bash"}


def test_what_is_shown_of_an_output_that_is_kept() -> None:
    """As Claude Code 2.1.332 shows `seq 1 20000`, 108,894 bytes: the lines that fit 2,000 characters, 527 of them."""
    text = "\n".join(map(str, range(1, 20_001))) + "\n"

    assert SHOWN.format("\n".join(map(str, range(1, 528)))) == persisted(text[:30_000], "/x/b1.txt", len(text))


@pytest.mark.parametrize(
    ("output", "preview"),
    [("x" * 5000, "x" * 2000), ("a\n" + "x" * 5000, "a\n" + "x" * 1998), ("a" * 1001 + "\n" + "x" * 5000, "a" * 1001)],
)
def test_a_preview_ends_with_a_line_unless_that_halves_it(output: str, preview: str) -> None:
    """Else it is cut anywhere."""
    assert f"2KB):\n{preview}\n...\n" in persisted(output, "/x", 40_000)


@pytest.mark.parametrize(
    ("size", "said"), [(500, "500 bytes"), (1 << 10, "1KB"), (40_000, "39.1KB"), (1_988_895, "1.9MB"), (3 << 30, "3GB")]
)
def test_sizes(size: int, said: str) -> None:
    """As the client says them."""
    assert f"Output too large ({said})." in persisted("", "/x", size)


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
