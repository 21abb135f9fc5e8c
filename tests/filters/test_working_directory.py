"""Paths from the working directory on, and paths that only look so."""

from __future__ import annotations

import pytest

from tallystick.filters.context import Context
from tallystick.filters.working_directory import applies, apply

HERE = Context(cwd="/home/ada/kiln", real_cwd="/mnt/disk/kiln")


@pytest.mark.parametrize(
    ("text", "expected", "count"),
    [
        ("/home/ada/kiln/src/a.py:3: x", "./src/a.py:3: x", 1),
        ('File "/home/ada/kiln/a.py", line 3', 'File "./a.py", line 3', 1),
        ("cd /home/ada/kiln", "cd .", 1),
        ("/mnt/disk/kiln/a /home/ada/kiln/a", "./a ./a", 2),
        ("PATH=/home/ada/kiln/bin:/home/ada/kiln/sbin", "PATH=./bin:./sbin", 2),
        # other places
        (
            "/home/ada/kiln2/a /home/ada/kiln-old /home/ada/kiln.bak",
            "/home/ada/kiln2/a /home/ada/kiln-old /home/ada/kiln.bak",
            0,
        ),
        ("/srv/home/ada/kiln/a file:///home/ada/kiln/a", "/srv/home/ada/kiln/a file:///home/ada/kiln/a", 0),
        ("x/home/ada/kiln", "x/home/ada/kiln", 0),
        ("/home/ada/kiln/home/ada/kiln", "./home/ada/kiln", 1),
        ("", "", 0),
    ],
)
def test_paths(text: str, expected: str, count: int) -> None:
    """A dot for the directory where its whole name stands."""
    assert (expected, count) == apply(text, HERE)
    assert apply(expected, HERE) == (expected, 0)


def test_directory_is_known() -> None:
    """Unknown, or the root, there is nothing to shorten; one with a slash at its end is the same one."""
    assert not applies(Context())
    assert not applies(Context(cwd="/"))
    assert apply("/home/ada/x", Context(cwd="/home/ada/")) == ("./x", 1)
