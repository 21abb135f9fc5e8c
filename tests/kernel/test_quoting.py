"""Words come back from a shell as they were."""

from __future__ import annotations

import subprocess

import pytest

from tallystick.kernel.quoting import quote


@pytest.mark.parametrize(("word", "expected"), [("a/b.c-d_e+1", "a/b.c-d_e+1"), ("", "''"), ("it's", "'it'\\''s'")])
def test_as_written(word: str, expected: str) -> None:
    """Plain words stay as they are."""
    assert expected == quote(word)


@pytest.mark.parametrize("word", ["a b", "$(x) `y` \\", "-n", "é", "'", '"', "a\nb", "*?[", "~", "#"])
def test_as_read(word: str) -> None:
    """They come back."""
    done = subprocess.run(["sh", "-c", f"printf %s {quote(word)}"], capture_output=True, check=True)

    assert word == done.stdout.decode()
