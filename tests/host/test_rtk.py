"""An installed rtk is asked to shorten a text, and never to run anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick.host import rtk


def program(folder: Path, script: str) -> str:
    """A stand-in for rtk."""
    path = folder / "rtk"
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["cargo", "test", "-q"], "cargo-test"),
        (["git", "diff"], "git-diff"),
        (["Pytest"], "pytest"),
        (["git", "push"], ""),
        (["make"], ""),
        ([], ""),
    ],
)
def test_the_longest_name_is_the_filter(words: list[str], expected: str) -> None:
    """Of its first three words."""
    assert expected == rtk.filter_name(words)


def test_it_is_found_unless_forbidden(tmp_path: Path) -> None:
    """On the PATH of the caller."""
    path = program(tmp_path, "cat")
    given = {"PATH": str(tmp_path)}

    assert path == rtk.find(given)
    assert rtk.find({"PATH": str(tmp_path / "nowhere")}) is None
    assert rtk.find(given | {rtk.FORBIDDEN: "0"}) == path
    assert rtk.find(given | {rtk.FORBIDDEN: " Yes "}) is None


def test_it_reads_a_pipe(tmp_path: Path) -> None:
    """With the filter where there is one; the tool's own name is never run."""
    path = program(tmp_path, 'echo "$@"; tr a-z A-Z')

    assert "pipe -f git-log\nABC" == rtk.pipe(path, b"abc", ["git", "log"])
    assert "pipe\nABC" == rtk.pipe(path, b"abc", ["make"])


@pytest.mark.parametrize("script", ["cat; exit 3", "printf '\\377'", "exit 0 | nosuch && exit 1 || exit 2"])
def test_whatever_fails_is_none(tmp_path: Path, script: str) -> None:
    """A code, bytes that are no text."""
    assert rtk.pipe(program(tmp_path, script), b"abc", ["pytest"]) is None


def test_one_that_hangs_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that cannot be run at all."""
    monkeypatch.setattr(rtk, "_SECONDS", 0.1)

    assert rtk.pipe(program(tmp_path, "exec sleep 9"), b"abc", ["pytest"]) is None
    assert rtk.pipe(str(tmp_path / "none"), b"abc", ["pytest"]) is None
