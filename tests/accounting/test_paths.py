"""One spelling a place."""

from __future__ import annotations

import pytest

from tallystick.accounting.paths import canonical_path


@pytest.mark.parametrize(
    ("path", "cwd", "expected"),
    [
        ("/a/b", "/c", "/a/b"),
        ("/a/../b", "/c", "/b"),
        ("/a//b/", "/c", "/a/b"),
        ("/a/.b", "/c", "/a/.b"),
        ("b", "/c", "/c/b"),
        ("./b", "/c", "/c/b"),
        ("../b", "/c", "/b"),
        ("b", None, "/b"),
        ("b", "", "/b"),
    ],
)
def test_paths_are_absolute_and_normal(path: str, cwd: str | None, expected: str) -> None:
    """Lexically: no link is followed, since the machine may be another."""
    assert expected == canonical_path(path, cwd)
